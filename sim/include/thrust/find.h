// thrust::find, any_of, equal, min_element and their relatives: questions about all items.
#pragma once

#include <algorithm>
#include <functional>

#include "thrust/detail/algorithm.h"

namespace thrust {

template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
It find_if(const Policy& policy, It first, It last, Predicate predicate) {
  return first + detail::evaluate(
                     policy, [=, items = detail::raw(first), count = detail::length(first, last)] {
                       Predicate wanted = predicate;
                       std::size_t i = 0;
                       while (i < count && !wanted(items[static_cast<std::ptrdiff_t>(i)])) ++i;
                       return static_cast<std::ptrdiff_t>(i);
                     });
}
MUSASIM_THRUST_WITHOUT_POLICY(find_if)
template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
It find_if_not(const Policy& policy, It first, It last, Predicate predicate) {
  return thrust::find_if(policy, first, last,
                         [predicate](auto&& item) -> bool { return !Predicate(predicate)(item); });
}
MUSASIM_THRUST_WITHOUT_POLICY(find_if_not)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
It find(const Policy& policy, It first, It last, const T& value) {
  return thrust::find_if(policy, first, last,
                         [value](const auto& item) -> bool { return item == value; });
}
MUSASIM_THRUST_WITHOUT_POLICY(find)

template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
bool any_of(const Policy& policy, It first, It last, Predicate predicate) {
  return thrust::find_if(policy, first, last, predicate) != last;
}
MUSASIM_THRUST_WITHOUT_POLICY(any_of)
template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
bool none_of(const Policy& policy, It first, It last, Predicate predicate) {
  return !thrust::any_of(policy, first, last, predicate);
}
MUSASIM_THRUST_WITHOUT_POLICY(none_of)
template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
bool all_of(const Policy& policy, It first, It last, Predicate predicate) {
  return thrust::find_if_not(policy, first, last, predicate) == last;
}
MUSASIM_THRUST_WITHOUT_POLICY(all_of)

template <class Policy, class A, class B, class Equal, detail::RequirePolicy<Policy> = 0>
bool equal(const Policy& policy, A first, A last, B other, Equal same) {
  return detail::evaluate(policy, [=, a = detail::raw(first), b = detail::raw(other),
                                   count = detail::length(first, last)] {
    Equal own = same;
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      if (!own(a[at], b[at])) return false;
    }
    return true;
  });
}
template <class Policy, class A, class B, detail::RequirePolicy<Policy> = 0>
bool equal(const Policy& policy, A first, A last, B other) {
  return thrust::equal(policy, first, last, other, std::equal_to<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(equal)

namespace detail {
// The place of the first item before which none of the others comes.
template <class Policy, class It, class Before>
std::ptrdiff_t place_of_first(const Policy& policy, It first, It last, Before before) {
  return evaluate(policy, [=, items = detail::raw(first), count = length(first, last)]() mutable {
    std::ptrdiff_t best = 0;
    for (std::size_t i = 1; i < count; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      if (before(items[at], items[best])) best = at;
    }
    return best;
  });
}
}  // namespace detail

template <class Policy, class It, class Compare, detail::RequirePolicy<Policy> = 0>
It min_element(const Policy& policy, It first, It last, Compare compare) {
  return first + detail::place_of_first(policy, first, last, compare);
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
It min_element(const Policy& policy, It first, It last) {
  return thrust::min_element(policy, first, last, std::less<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(min_element)
template <class Policy, class It, class Compare, detail::RequirePolicy<Policy> = 0>
It max_element(const Policy& policy, It first, It last, Compare compare) {
  const auto behind = [compare](const auto& a, const auto& b) -> bool {
    return Compare(compare)(b, a);
  };
  return first + detail::place_of_first(policy, first, last, behind);
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
It max_element(const Policy& policy, It first, It last) {
  return thrust::max_element(policy, first, last, std::less<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(max_element)
template <class Policy, class It, class... Compare, detail::RequirePolicy<Policy> = 0>
std::pair<It, It> minmax_element(const Policy& policy, It first, It last, Compare... compare) {
  return {thrust::min_element(policy, first, last, compare...),
          thrust::max_element(policy, first, last, compare...)};
}
MUSASIM_THRUST_WITHOUT_POLICY(minmax_element)

using std::max;
using std::min;

}  // namespace thrust
