// thrust::gather and thrust::scatter.
#pragma once

#include "thrust/detail/algorithm.h"

namespace thrust {

template <class Policy, class Map, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out gather(const Policy& policy, Map first, Map last, In in, Out out) {
  const std::size_t count = detail::length(first, last);
  policy.run([count, map = detail::raw(first), from = detail::raw(in), to = detail::raw(out)] {
    for (std::size_t n = 0; n < count; ++n) {
      const auto i = static_cast<std::ptrdiff_t>(n);
      to[i] = from[static_cast<std::ptrdiff_t>(map[i])];
    }
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(gather)

template <class Policy, class Map, class Stencil, class In, class Out, class Predicate,
          detail::RequirePolicy<Policy> = 0>
Out gather_if(const Policy& policy, Map first, Map last, Stencil stencil, In in, Out out,
              Predicate predicate) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, map = detail::raw(first), decides = detail::raw(stencil), from = detail::raw(in),
              to = detail::raw(out)]() {
    auto wanted = predicate;
    for (std::size_t n = 0; n < count; ++n) {
      const auto i = static_cast<std::ptrdiff_t>(n);
      if (wanted(decides[i])) to[i] = from[static_cast<std::ptrdiff_t>(map[i])];
    }
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class Map, class Stencil, class In, class Out,
          detail::RequirePolicy<Policy> = 0>
Out gather_if(const Policy& policy, Map first, Map last, Stencil stencil, In in, Out out) {
  return thrust::gather_if(policy, first, last, stencil, in, out,
                           [](const auto& flag) -> bool { return flag; });
}
MUSASIM_THRUST_WITHOUT_POLICY(gather_if)

template <class Policy, class In, class Map, class Out, detail::RequirePolicy<Policy> = 0>
void scatter(const Policy& policy, In first, In last, Map map, Out out) {
  policy.run([count = detail::length(first, last), from = detail::raw(first),
              where = detail::raw(map), to = detail::raw(out)] {
    for (std::size_t n = 0; n < count; ++n) {
      const auto i = static_cast<std::ptrdiff_t>(n);
      to[static_cast<std::ptrdiff_t>(where[i])] = from[i];
    }
  });
}
MUSASIM_THRUST_WITHOUT_POLICY(scatter)

template <class Policy, class In, class Map, class Stencil, class Out, class Predicate,
          detail::RequirePolicy<Policy> = 0>
void scatter_if(const Policy& policy, In first, In last, Map map, Stencil stencil, Out out,
                Predicate predicate) {
  policy.run([=, count = detail::length(first, last), from = detail::raw(first),
              where = detail::raw(map), decides = detail::raw(stencil), to = detail::raw(out)] {
    auto wanted = predicate;
    for (std::size_t n = 0; n < count; ++n) {
      const auto i = static_cast<std::ptrdiff_t>(n);
      if (wanted(decides[i])) to[static_cast<std::ptrdiff_t>(where[i])] = from[i];
    }
  });
}
template <class Policy, class In, class Map, class Stencil, class Out,
          detail::RequirePolicy<Policy> = 0>
void scatter_if(const Policy& policy, In first, In last, Map map, Stencil stencil, Out out) {
  thrust::scatter_if(policy, first, last, map, stencil, out,
                     [](const auto& flag) -> bool { return flag; });
}
MUSASIM_THRUST_WITHOUT_POLICY(scatter_if)

}  // namespace thrust
