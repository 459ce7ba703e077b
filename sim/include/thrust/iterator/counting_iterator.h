// thrust::counting_iterator: value, value + 1 ...
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class T, class... Unused>
class counting_iterator : public ::musasim::IteratorFacade<counting_iterator<T, Unused...>, T> {
 public:
  counting_iterator() : value_() {}
  explicit counting_iterator(T value) : value_(value) {}
  const T& base() const { return value_; }
  T dereference() const { return value_; }
  void advance(std::ptrdiff_t distance) { value_ = static_cast<T>(value_ + distance); }
  std::ptrdiff_t distance_to(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.value_ - value_);
  }

 private:
  T value_;
};

namespace detail {
template <class T, class... Unused>
constexpr bool kComputed<counting_iterator<T, Unused...>> = true;
}  // namespace detail

template <class T>
counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

}  // namespace thrust
