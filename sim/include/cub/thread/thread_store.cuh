// cub::ThreadStore: hints for caches, of which there are none here.
#pragma once

#include "cub/util_type.cuh"

namespace cub {

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheStoreModifier modifier, class OutputIteratorT, class T>
void ThreadStore(OutputIteratorT place, T value) {
  *place = value;
}

}  // namespace cub
