// cub::ArgIndexInputIterator: pairs of a place and the value there.
#pragma once

#include "cub/util_type.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <class InputIteratorT, class OffsetT = std::ptrdiff_t,
          class OutputValueT = detail::it_value_t<InputIteratorT>>
class ArgIndexInputIterator
    : public musasim::IteratorFacade<ArgIndexInputIterator<InputIteratorT, OffsetT, OutputValueT>,
                                     KeyValuePair<OffsetT, OutputValueT>> {
 public:
  explicit ArgIndexInputIterator(InputIteratorT input, std::ptrdiff_t place = 0)
      : input_(input), place_(place) {}
  KeyValuePair<OffsetT, OutputValueT> dereference() const {
    return {static_cast<OffsetT>(place_), static_cast<OutputValueT>(input_[place_])};
  }
  void advance(std::ptrdiff_t distance) { place_ += distance; }
  std::ptrdiff_t distance_to(const ArgIndexInputIterator& other) const {
    return other.place_ - place_;
  }
  // Counts from here.
  void normalize() {
    input_ += place_;
    place_ = 0;
  }

 private:
  InputIteratorT input_;
  std::ptrdiff_t place_;
};

}  // namespace cub
