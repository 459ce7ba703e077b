// thrust::constant_iterator: the same value everywhere.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/counting_iterator.h"  // programs find it here
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class T, class... Unused>
class constant_iterator : public ::musasim::IteratorFacade<constant_iterator<T, Unused...>, T> {
 public:
  constant_iterator() = default;
  explicit constant_iterator(const T& value, std::ptrdiff_t place = 0)
      : value_(value), place_(place) {}
  T dereference() const { return value_; }
  void advance(std::ptrdiff_t distance) { place_ += distance; }
  std::ptrdiff_t distance_to(const constant_iterator& other) const { return other.place_ - place_; }

 private:
  T value_{};
  std::ptrdiff_t place_ = 0;
};

template <class T>
constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t place = 0) {
  return constant_iterator<T>(value, place);
}

}  // namespace thrust
