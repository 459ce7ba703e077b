// cub::ThreadLoad: hints for caches, of which there are none here.
#pragma once

#include "cub/util_type.cuh"

namespace cub {

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

template <CacheLoadModifier modifier, class InputIteratorT>
detail::it_value_t<InputIteratorT> ThreadLoad(InputIteratorT place) {
  return *place;
}

}  // namespace cub
