// Macros for Thrust's algorithms, each of which exists with a policy and without one.
#pragma once

#include <cstddef>
#include <vector>

#include "musasim/sequence.h"
#include "thrust/iterator/iterator_traits.h"
#include "thrust/tuple.h"

namespace thrust {
namespace detail {

template <class Iterator>
using ValueOf = ::musasim::sequence::Value<Raw<Iterator>>;

template <class Iterator>
std::size_t length(const Iterator& first, const Iterator& last) {
  const auto count = last - first;
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

// Items taken out of a sequence; a bool is a whole one.
template <class T>
struct Held {
  T value;
};
template <class Iterator>
auto take(Iterator items, std::size_t count) {
  using T = ::musasim::sequence::Value<Iterator>;
  std::vector<Held<T>> held;
  held.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    held.push_back({T(items[static_cast<std::ptrdiff_t>(i)])});
  }
  return held;
}
template <class T, class Iterator>
void put(const std::vector<Held<T>>& held, Iterator items) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    items[static_cast<std::ptrdiff_t>(i)] = held[i].value;
  }
}

}  // namespace detail

// The form without a policy.
#define MUSASIM_THRUST_WITHOUT_POLICY(name)                                   \
  template <class First, class... Rest, detail::RequireNoPolicy<First> = 0>   \
  auto name(First first, Rest... rest) {                                      \
    return thrust::name(detail::policy_of<First, Rest...>(), first, rest...); \
  }

}  // namespace thrust
