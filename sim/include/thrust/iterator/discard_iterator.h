// thrust::discard_iterator: what is written there is gone.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace detail {
struct Ignored {
  template <class T>
  const Ignored& operator=(const T&) const {
    return *this;
  }
};
}  // namespace detail

template <class... Unused>
class discard_iterator
    : public ::musasim::IteratorFacade<discard_iterator<Unused...>, detail::Ignored> {
 public:
  explicit discard_iterator(std::ptrdiff_t place = 0) : place_(place) {}
  detail::Ignored dereference() const { return {}; }
  void advance(std::ptrdiff_t distance) { place_ += distance; }
  std::ptrdiff_t distance_to(const discard_iterator& other) const { return other.place_ - place_; }

 private:
  std::ptrdiff_t place_;
};

inline discard_iterator<> make_discard_iterator(std::ptrdiff_t place = 0) {
  return discard_iterator<>(place);
}

}  // namespace thrust
