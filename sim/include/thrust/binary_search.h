// thrust::lower_bound, upper_bound, binary_search, for one value and for many.
#pragma once

#include <algorithm>
#include <functional>

#include "thrust/detail/algorithm.h"

namespace thrust {

namespace detail {
struct LowerBound {
  template <class It, class T, class Compare>
  std::ptrdiff_t operator()(It items, std::ptrdiff_t count, const T& value,
                            Compare& compare) const {
    return std::lower_bound(items, items + count, value, std::ref(compare)) - items;
  }
};
struct UpperBound {
  template <class It, class T, class Compare>
  std::ptrdiff_t operator()(It items, std::ptrdiff_t count, const T& value,
                            Compare& compare) const {
    return std::upper_bound(items, items + count, value, std::ref(compare)) - items;
  }
};
struct Found {
  template <class It, class T, class Compare>
  bool operator()(It items, std::ptrdiff_t count, const T& value, Compare& compare) const {
    return std::binary_search(items, items + count, value, std::ref(compare));
  }
};

template <class Search, class Policy, class It, class T, class Compare>
auto search_one(const Policy& policy, It first, It last, const T& value, Compare compare) {
  return evaluate(policy, [=, items = detail::raw(first)]() mutable {
    return Search()(items, static_cast<std::ptrdiff_t>(last - first), value, compare);
  });
}
template <class Search, class Policy, class It, class Values, class Out, class Compare>
Out search_all(const Policy& policy, It first, It last, Values values, Values values_end, Out out,
               Compare compare) {
  const std::size_t count = length(values, values_end);
  policy.run([=, items = detail::raw(first), size = static_cast<std::ptrdiff_t>(last - first),
              wanted = detail::raw(values), to = detail::raw(out)] {
    Compare before = compare;
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      to[at] = Search()(items, size, ValueOf<Values>(wanted[at]), before);
    }
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
}  // namespace detail

// Four arguments: one value; six and more: a sequence of values and an output.
#define MUSASIM_SEARCH(name, Search, result)                                                     \
  template <class Policy, class It, class T, class Compare, detail::RequirePolicy<Policy> = 0>   \
  auto name(const Policy& policy, It first, It last, const T& value, Compare compare) {          \
    return result detail::search_one<Search>(policy, first, last, value, compare);               \
  }                                                                                              \
  template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>                  \
  auto name(const Policy& policy, It first, It last, const T& value) {                           \
    return result detail::search_one<Search>(policy, first, last, value, std::less<>());         \
  }                                                                                              \
  template <class Policy, class It, class Values, class Out, class Compare,                      \
            detail::RequirePolicy<Policy> = 0>                                                   \
  Out name(const Policy& policy, It first, It last, Values values, Values values_end, Out out,   \
           Compare compare) {                                                                    \
    return detail::search_all<Search>(policy, first, last, values, values_end, out, compare);    \
  }                                                                                              \
  template <class Policy, class It, class Values, class Out, detail::RequirePolicy<Policy> = 0>  \
  Out name(const Policy& policy, It first, It last, Values values, Values values_end, Out out) { \
    return detail::search_all<Search>(policy, first, last, values, values_end, out,              \
                                      std::less<>());                                            \
  }                                                                                              \
  MUSASIM_THRUST_WITHOUT_POLICY(name)
MUSASIM_SEARCH(lower_bound, detail::LowerBound, first +)
MUSASIM_SEARCH(upper_bound, detail::UpperBound, first +)
MUSASIM_SEARCH(binary_search, detail::Found, )
#undef MUSASIM_SEARCH

template <class Policy, class It, class T, class... Compare, detail::RequirePolicy<Policy> = 0>
std::pair<It, It> equal_range(const Policy& policy, It first, It last, const T& value,
                              Compare... compare) {
  return {thrust::lower_bound(policy, first, last, value, compare...),
          thrust::upper_bound(policy, first, last, value, compare...)};
}
MUSASIM_THRUST_WITHOUT_POLICY(equal_range)

}  // namespace thrust
