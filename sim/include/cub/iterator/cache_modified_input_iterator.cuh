// cub::CacheModifiedInputIterator: a pointer.
#pragma once

#include "cub/thread/thread_load.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <CacheLoadModifier modifier, class ValueType, class OffsetT = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public musasim::IteratorOver<CacheModifiedInputIterator<modifier, ValueType, OffsetT>,
                                   const ValueType*, std::remove_cv_t<ValueType>> {
 public:
  template <class T>
  CacheModifiedInputIterator(T* input)
      : musasim::IteratorOver<CacheModifiedInputIterator, const ValueType*,
                              std::remove_cv_t<ValueType>>(input) {}
  std::remove_cv_t<ValueType> dereference() const { return *this->base(); }
};

}  // namespace cub
