// thrust::iterator_traits and where an iterator's items are.
#pragma once

#include <iterator>

#include "thrust/device_ptr.h"

namespace thrust {

template <class Iterator>
using iterator_traits = std::iterator_traits<Iterator>;
template <class Iterator>
using iterator_value_t = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
struct iterator_value {
  using type = iterator_value_t<Iterator>;
};
template <class Iterator>
struct iterator_reference {
  using type = typename std::iterator_traits<Iterator>::reference;
};
template <class Iterator>
struct iterator_difference {
  using type = typename std::iterator_traits<Iterator>::difference_type;
};

using std::bidirectional_iterator_tag;
using std::forward_iterator_tag;
using std::input_iterator_tag;
using std::output_iterator_tag;
using std::random_access_iterator_tag;
struct random_access_traversal_tag {};
using random_access_device_iterator_tag = std::random_access_iterator_tag;
using random_access_host_iterator_tag = std::random_access_iterator_tag;

namespace detail {

// Iterators over device memory, and those that stand on such a one, have a specialisation.
// raw() is the same iterator with plain pointers, for code that runs with device memory open.
template <class Iterator>
struct Place {
  static constexpr bool kDevice = false;
  static const Iterator& raw(const Iterator& iterator) { return iterator; }
};
template <class T>
struct Place<device_ptr<T>> {
  static constexpr bool kDevice = true;
  static T* raw(const device_ptr<T>& iterator) { return iterator.get(); }
};
template <class Pointer, class Container>
struct Place<__gnu_cxx::__normal_iterator<Pointer, Container>> {
  static constexpr bool kDevice = false;
  static Pointer raw(const __gnu_cxx::__normal_iterator<Pointer, Container>& iterator) {
    return iterator.base();
  }
};

template <class T>
constexpr bool kOnDevice = Place<std::decay_t<T>>::kDevice;

template <class Iterator>
auto raw(const Iterator& iterator) {
  return Place<Iterator>::raw(iterator);
}
template <class Iterator>
using Raw = decltype(raw(std::declval<const Iterator&>()));

template <class Base>
struct Place<std::reverse_iterator<Base>> {
  static constexpr bool kDevice = kOnDevice<Base>;
  static auto raw(const std::reverse_iterator<Base>& iterator) {
    return std::reverse_iterator<Raw<Base>>(detail::raw(iterator.base()));
  }
};

// Iterators whose items lie nowhere: they are made when they are asked for.
template <class T>
constexpr bool kComputed = false;

template <class T, class = void>
constexpr bool kOnHost = std::is_pointer_v<T>;
template <class T>
constexpr bool kOnHost<T, std::void_t<typename T::iterator_category>> =
    !kOnDevice<T> && !kComputed<T>;

// An algorithm without a policy is work of the default stream where any of its iterators is
// over device memory, or where none is over memory at all.
template <class First, class... Rest>
decltype(auto) policy_of() {
  constexpr bool nowhere = kComputed<First> && !(kOnHost<Rest> || ...);
  if constexpr (nowhere || kOnDevice<First> || (kOnDevice<Rest> || ...)) {
    return OnStream();
  } else {
    return Host();
  }
}

}  // namespace detail

template <class Iterator>
struct iterator_system {
  using type = std::conditional_t<detail::kOnDevice<Iterator>, device_system_tag, host_system_tag>;
};

}  // namespace thrust
