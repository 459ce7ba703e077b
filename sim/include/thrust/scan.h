// thrust::inclusive_scan and exclusive_scan, of transformed items and by key.
#pragma once

#include <functional>

#include "thrust/detail/algorithm.h"
#include "thrust/functional.h"
#include "thrust/iterator/transform_iterator.h"

namespace thrust {

template <class Policy, class In, class Out, class Operator, detail::RequirePolicy<Policy> = 0>
Out inclusive_scan(const Policy& policy, In first, In last, Out out, Operator combine) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, from = detail::raw(first), to = detail::raw(out)] {
    ::musasim::sequence::inclusive_scan<detail::ValueOf<In>>(from, to, count, combine);
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out inclusive_scan(const Policy& policy, In first, In last, Out out) {
  return thrust::inclusive_scan(policy, first, last, out, std::plus<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(inclusive_scan)

template <class Policy, class In, class Out, class T, class Operator,
          detail::RequirePolicy<Policy> = 0>
Out exclusive_scan(const Policy& policy, In first, In last, Out out, T initial, Operator combine) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, from = detail::raw(first), to = detail::raw(out)] {
    ::musasim::sequence::exclusive_scan<T>(from, to, count, combine, initial);
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class In, class Out, class T, detail::RequirePolicy<Policy> = 0>
Out exclusive_scan(const Policy& policy, In first, In last, Out out, T initial) {
  return thrust::exclusive_scan(policy, first, last, out, initial, std::plus<>());
}
template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out exclusive_scan(const Policy& policy, In first, In last, Out out) {
  return thrust::exclusive_scan(policy, first, last, out, detail::ValueOf<In>());
}
MUSASIM_THRUST_WITHOUT_POLICY(exclusive_scan)

template <class Policy, class In, class Out, class Function, class Operator,
          detail::RequirePolicy<Policy> = 0>
Out transform_inclusive_scan(const Policy& policy, In first, In last, Out out, Function function,
                             Operator combine) {
  return thrust::inclusive_scan(policy, thrust::make_transform_iterator(first, function),
                                thrust::make_transform_iterator(last, function), out, combine);
}
MUSASIM_THRUST_WITHOUT_POLICY(transform_inclusive_scan)
template <class Policy, class In, class Out, class Function, class T, class Operator,
          detail::RequirePolicy<Policy> = 0>
Out transform_exclusive_scan(const Policy& policy, In first, In last, Out out, Function function,
                             T initial, Operator combine) {
  return thrust::exclusive_scan(policy, thrust::make_transform_iterator(first, function),
                                thrust::make_transform_iterator(last, function), out, initial,
                                combine);
}
MUSASIM_THRUST_WITHOUT_POLICY(transform_exclusive_scan)

template <class Policy, class Keys, class In, class Out, class Equal, class Operator,
          detail::RequirePolicy<Policy> = 0>
Out inclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out,
                          Equal equal, Operator combine) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, keys = detail::raw(first), from = detail::raw(values), to = detail::raw(out)] {
    const auto scan_run = [&](std::size_t, std::size_t begin, std::size_t end) {
      const auto at = static_cast<std::ptrdiff_t>(begin);
      ::musasim::sequence::inclusive_scan<detail::ValueOf<In>>(from + at, to + at, end - begin,
                                                               combine);
    };
    ::musasim::sequence::for_each_run(keys, count, equal, scan_run);
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class Keys, class In, class Out, class Equal,
          detail::RequirePolicy<Policy> = 0>
Out inclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out,
                          Equal equal) {
  return thrust::inclusive_scan_by_key(policy, first, last, values, out, equal, std::plus<>());
}
template <class Policy, class Keys, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out inclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out) {
  return thrust::inclusive_scan_by_key(policy, first, last, values, out, std::equal_to<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(inclusive_scan_by_key)

template <class Policy, class Keys, class In, class Out, class T, class Equal, class Operator,
          detail::RequirePolicy<Policy> = 0>
Out exclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out,
                          T initial, Equal equal, Operator combine) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, keys = detail::raw(first), from = detail::raw(values), to = detail::raw(out)] {
    const auto scan_run = [&](std::size_t, std::size_t begin, std::size_t end) {
      const auto at = static_cast<std::ptrdiff_t>(begin);
      ::musasim::sequence::exclusive_scan<T>(from + at, to + at, end - begin, combine, initial);
    };
    ::musasim::sequence::for_each_run(keys, count, equal, scan_run);
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class Keys, class In, class Out, class T, detail::RequirePolicy<Policy> = 0>
Out exclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out,
                          T initial) {
  return thrust::exclusive_scan_by_key(policy, first, last, values, out, initial, std::equal_to<>(),
                                       std::plus<>());
}
template <class Policy, class Keys, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out exclusive_scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out out) {
  return thrust::exclusive_scan_by_key(policy, first, last, values, out, detail::ValueOf<In>());
}
MUSASIM_THRUST_WITHOUT_POLICY(exclusive_scan_by_key)

}  // namespace thrust
