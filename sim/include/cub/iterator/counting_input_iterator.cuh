// cub::CountingInputIterator: value, value + 1 ...
#pragma once

#include "cub/config.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <class ValueType, class OffsetT = std::ptrdiff_t>
class CountingInputIterator
    : public musasim::IteratorFacade<CountingInputIterator<ValueType, OffsetT>, ValueType> {
 public:
  explicit CountingInputIterator(const ValueType& value) : value_(value) {}
  ValueType dereference() const { return value_; }
  void advance(std::ptrdiff_t distance) { value_ = static_cast<ValueType>(value_ + distance); }
  std::ptrdiff_t distance_to(const CountingInputIterator& other) const {
    return static_cast<std::ptrdiff_t>(other.value_) - static_cast<std::ptrdiff_t>(value_);
  }

 private:
  ValueType value_;
};

}  // namespace cub
