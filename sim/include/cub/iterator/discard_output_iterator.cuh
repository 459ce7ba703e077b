// cub::DiscardOutputIterator: what is written there is gone.
#pragma once

#include "cub/util_type.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <class OffsetT = std::ptrdiff_t>
class DiscardOutputIterator
    : public musasim::IteratorFacade<DiscardOutputIterator<OffsetT>, void, NullType> {
 public:
  explicit DiscardOutputIterator(OffsetT place = 0) : place_(static_cast<std::ptrdiff_t>(place)) {}
  NullType dereference() const { return {}; }
  void advance(std::ptrdiff_t distance) { place_ += distance; }
  std::ptrdiff_t distance_to(const DiscardOutputIterator& other) const {
    return other.place_ - place_;
  }

 private:
  std::ptrdiff_t place_;
};

}  // namespace cub
