// cub::CacheModifiedOutputIterator: a pointer.
#pragma once

#include "cub/thread/thread_store.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <CacheStoreModifier modifier, class ValueType, class OffsetT = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public musasim::IteratorOver<CacheModifiedOutputIterator<modifier, ValueType, OffsetT>,
                                   ValueType*, ValueType, ValueType&> {
 public:
  template <class T>
  CacheModifiedOutputIterator(T* output)
      : musasim::IteratorOver<CacheModifiedOutputIterator, ValueType*, ValueType, ValueType&>(
            output) {}
  ValueType& dereference() const { return *this->base(); }
};

}  // namespace cub
