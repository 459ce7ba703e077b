// cub::ConstantInputIterator: the same value everywhere.
#pragma once

#include "cub/config.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <class ValueType, class OffsetT = std::ptrdiff_t>
class ConstantInputIterator
    : public musasim::IteratorFacade<ConstantInputIterator<ValueType, OffsetT>, ValueType> {
 public:
  explicit ConstantInputIterator(ValueType value, OffsetT place = 0)
      : value_(value), place_(static_cast<std::ptrdiff_t>(place)) {}
  ValueType dereference() const { return value_; }
  void advance(std::ptrdiff_t distance) { place_ += distance; }
  std::ptrdiff_t distance_to(const ConstantInputIterator& other) const {
    return other.place_ - place_;
  }

 private:
  ValueType value_;
  std::ptrdiff_t place_;
};

}  // namespace cub
