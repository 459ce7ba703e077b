// thrust::sort, sort_by_key, their stable forms, and is_sorted. All are stable here.
#pragma once

#include <algorithm>
#include <functional>

#include "thrust/detail/algorithm.h"
#include "thrust/functional.h"

namespace thrust {

template <class Policy, class It, class Compare, detail::RequirePolicy<Policy> = 0>
void stable_sort(const Policy& policy, It first, It last, Compare compare) {
  policy.run([=, items = detail::raw(first), count = detail::length(first, last)] {
    Compare before = compare;
    auto held = detail::take(items, count);
    std::stable_sort(held.begin(), held.end(), [&](const auto& a, const auto& b) -> bool {
      return before(a.value, b.value);
    });
    detail::put(held, items);
  });
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
void stable_sort(const Policy& policy, It first, It last) {
  thrust::stable_sort(policy, first, last, std::less<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(stable_sort)
template <class Policy, class It, class... Compare, detail::RequirePolicy<Policy> = 0>
void sort(const Policy& policy, It first, It last, Compare... compare) {
  thrust::stable_sort(policy, first, last, compare...);
}
MUSASIM_THRUST_WITHOUT_POLICY(sort)

template <class Policy, class Keys, class Values, class Compare, detail::RequirePolicy<Policy> = 0>
void stable_sort_by_key(const Policy& policy, Keys first, Keys last, Values values,
                        Compare compare) {
  policy.run([=, keys = detail::raw(first), items = detail::raw(values),
              count = detail::length(first, last)] {
    Compare before = compare;
    auto held_keys = detail::take(keys, count);
    const auto held_values = detail::take(items, count);
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) -> bool {
      return before(held_keys[a].value, held_keys[b].value);
    });
    for (std::size_t i = 0; i < count; ++i) {
      keys[static_cast<std::ptrdiff_t>(i)] = held_keys[order[i]].value;
      items[static_cast<std::ptrdiff_t>(i)] = held_values[order[i]].value;
    }
  });
}
template <class Policy, class Keys, class Values, detail::RequirePolicy<Policy> = 0>
void stable_sort_by_key(const Policy& policy, Keys first, Keys last, Values values) {
  thrust::stable_sort_by_key(policy, first, last, values, std::less<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(stable_sort_by_key)
template <class Policy, class Keys, class Values, class... Compare,
          detail::RequirePolicy<Policy> = 0>
void sort_by_key(const Policy& policy, Keys first, Keys last, Values values, Compare... compare) {
  thrust::stable_sort_by_key(policy, first, last, values, compare...);
}
MUSASIM_THRUST_WITHOUT_POLICY(sort_by_key)

template <class Policy, class It, class Compare, detail::RequirePolicy<Policy> = 0>
bool is_sorted(const Policy& policy, It first, It last, Compare compare) {
  return detail::evaluate(policy,
                          [=, items = detail::raw(first), count = detail::length(first, last)] {
                            Compare before = compare;
                            for (std::size_t i = 1; i < count; ++i) {
                              const auto at = static_cast<std::ptrdiff_t>(i);
                              if (before(items[at], items[at - 1])) return false;
                            }
                            return true;
                          });
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
bool is_sorted(const Policy& policy, It first, It last) {
  return thrust::is_sorted(policy, first, last, std::less<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(is_sorted)

template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
void reverse(const Policy& policy, It first, It last) {
  policy.run([items = detail::raw(first), count = detail::length(first, last)] {
    auto held = detail::take(items, count);
    std::reverse(held.begin(), held.end());
    detail::put(held, items);
  });
}
MUSASIM_THRUST_WITHOUT_POLICY(reverse)
template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out reverse_copy(const Policy& policy, In first, In last, Out out) {
  const std::size_t count = detail::length(first, last);
  policy.run([items = detail::raw(first), to = detail::raw(out), count] {
    for (std::size_t i = 0; i < count; ++i) {
      to[static_cast<std::ptrdiff_t>(i)] = items[static_cast<std::ptrdiff_t>(count - 1 - i)];
    }
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(reverse_copy)

}  // namespace thrust
