// thrust::transform, for_each, fill, generate, sequence, tabulate and replace: what is done to each item.
#pragma once

#include "thrust/detail/algorithm.h"
#include "thrust/functional.h"

namespace thrust {

namespace detail {
// Calls function(place) for all places, with a function of its own.
template <class Policy, class Function>
void for_places(const Policy& policy, std::size_t count, Function function) {
  policy.run([count, function] {
    Function own = function;
    for (std::size_t i = 0; i < count; ++i) own(static_cast<std::ptrdiff_t>(i));
  });
}
}  // namespace detail

template <class Policy, class It, class Count, class Function, detail::RequirePolicy<Policy> = 0>
It for_each_n(const Policy& policy, It first, Count count, Function function) {
  detail::for_places(
      policy, static_cast<std::size_t>(count),
      [=, items = detail::raw(first)](std::ptrdiff_t i) mutable { function(items[i]); });
  return first + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(for_each_n)
template <class Policy, class It, class Function, detail::RequirePolicy<Policy> = 0>
It for_each(const Policy& policy, It first, It last, Function function) {
  return thrust::for_each_n(policy, first, detail::length(first, last), function);
}
MUSASIM_THRUST_WITHOUT_POLICY(for_each)

template <class Policy, class In, class Out, class Function, detail::RequirePolicy<Policy> = 0>
Out transform(const Policy& policy, In first, In last, Out out, Function function) {
  const std::size_t count = detail::length(first, last);
  detail::for_places(policy, count,
                     [=, from = detail::raw(first), to = detail::raw(out)](
                         std::ptrdiff_t i) mutable { to[i] = function(from[i]); });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class In, class Other, class Out, class Function,
          detail::RequirePolicy<Policy> = 0>
Out transform(const Policy& policy, In first, In last, Other other, Out out, Function function) {
  const std::size_t count = detail::length(first, last);
  detail::for_places(
      policy, count,
      [=, from = detail::raw(first), second = detail::raw(other),
       to = detail::raw(out)](std::ptrdiff_t i) mutable { to[i] = function(from[i], second[i]); });
  return out + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(transform)

template <class Policy, class In, class Out, class Function, class Predicate,
          detail::RequirePolicy<Policy> = 0>
Out transform_if(const Policy& policy, In first, In last, Out out, Function function,
                 Predicate predicate) {
  const std::size_t count = detail::length(first, last);
  detail::for_places(
      policy, count,
      [=, from = detail::raw(first), to = detail::raw(out)](std::ptrdiff_t i) mutable {
        if (predicate(from[i])) to[i] = function(from[i]);
      });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class In, class Stencil, class Out, class Function, class Predicate,
          detail::RequirePolicy<Policy> = 0>
Out transform_if(const Policy& policy, In first, In last, Stencil stencil, Out out,
                 Function function, Predicate predicate) {
  const std::size_t count = detail::length(first, last);
  detail::for_places(policy, count,
                     [=, from = detail::raw(first), decides = detail::raw(stencil),
                      to = detail::raw(out)](std::ptrdiff_t i) mutable {
                       if (predicate(decides[i])) to[i] = function(from[i]);
                     });
  return out + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(transform_if)

template <class Policy, class It, class Count, class T, detail::RequirePolicy<Policy> = 0>
It fill_n(const Policy& policy, It first, Count count, const T& value) {
  detail::for_places(policy, static_cast<std::size_t>(count),
                     [value, to = detail::raw(first)](std::ptrdiff_t i) { to[i] = value; });
  return first + static_cast<std::ptrdiff_t>(count);
}
MUSASIM_THRUST_WITHOUT_POLICY(fill_n)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
void fill(const Policy& policy, It first, It last, const T& value) {
  thrust::fill_n(policy, first, detail::length(first, last), value);
}
MUSASIM_THRUST_WITHOUT_POLICY(fill)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
void uninitialized_fill(const Policy& policy, It first, It last, const T& value) {
  thrust::fill(policy, first, last, value);
}
MUSASIM_THRUST_WITHOUT_POLICY(uninitialized_fill)

template <class Policy, class It, class Function, detail::RequirePolicy<Policy> = 0>
void generate(const Policy& policy, It first, It last, Function function) {
  detail::for_places(
      policy, detail::length(first, last),
      [=, to = detail::raw(first)](std::ptrdiff_t i) mutable { to[i] = function(); });
}
MUSASIM_THRUST_WITHOUT_POLICY(generate)

template <class Policy, class It, class Function, detail::RequirePolicy<Policy> = 0>
void tabulate(const Policy& policy, It first, It last, Function function) {
  detail::for_places(
      policy, detail::length(first, last),
      [=, to = detail::raw(first)](std::ptrdiff_t i) mutable { to[i] = function(i); });
}
MUSASIM_THRUST_WITHOUT_POLICY(tabulate)

template <class Policy, class It, class T, class Step, detail::RequirePolicy<Policy> = 0>
void sequence(const Policy& policy, It first, It last, T start, Step step) {
  using Value = detail::ValueOf<It>;
  detail::for_places(policy, detail::length(first, last),
                     [=, to = detail::raw(first)](std::ptrdiff_t i) {
                       to[i] = static_cast<Value>(start + static_cast<T>(i) * step);
                     });
}
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
void sequence(const Policy& policy, It first, It last, T start) {
  thrust::sequence(policy, first, last, start, T(1));
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
void sequence(const Policy& policy, It first, It last) {
  thrust::sequence(policy, first, last, detail::ValueOf<It>(0));
}
MUSASIM_THRUST_WITHOUT_POLICY(sequence)

template <class Policy, class It, class Predicate, class T, detail::RequirePolicy<Policy> = 0>
void replace_if(const Policy& policy, It first, It last, Predicate predicate, const T& value) {
  detail::for_places(policy, detail::length(first, last),
                     [=, items = detail::raw(first)](std::ptrdiff_t i) mutable {
                       if (predicate(items[i])) items[i] = value;
                     });
}
template <class Policy, class It, class Stencil, class Predicate, class T,
          detail::RequirePolicy<Policy> = 0>
void replace_if(const Policy& policy, It first, It last, Stencil stencil, Predicate predicate,
                const T& value) {
  detail::for_places(
      policy, detail::length(first, last),
      [=, items = detail::raw(first), decides = detail::raw(stencil)](std::ptrdiff_t i) mutable {
        if (predicate(decides[i])) items[i] = value;
      });
}
MUSASIM_THRUST_WITHOUT_POLICY(replace_if)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
void replace(const Policy& policy, It first, It last, const T& old, const T& value) {
  thrust::replace_if(
      policy, first, last, [old](const auto& item) -> bool { return item == old; }, value);
}
MUSASIM_THRUST_WITHOUT_POLICY(replace)

template <class Policy, class In, class Out, class Function, detail::RequirePolicy<Policy> = 0>
Out adjacent_difference(const Policy& policy, In first, In last, Out out, Function function) {
  const std::size_t count = detail::length(first, last);
  policy.run([=, from = detail::raw(first), to = detail::raw(out)] {
    auto difference = function;
    const auto items = detail::take(from, count);
    for (std::size_t i = 0; i < count; ++i) {
      to[static_cast<std::ptrdiff_t>(i)] =
          i == 0 ? items[0].value : difference(items[i].value, items[i - 1].value);
    }
  });
  return out + static_cast<std::ptrdiff_t>(count);
}
template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out adjacent_difference(const Policy& policy, In first, In last, Out out) {
  return thrust::adjacent_difference(policy, first, last, out,
                                     [](const auto& a, const auto& b) { return a - b; });
}
MUSASIM_THRUST_WITHOUT_POLICY(adjacent_difference)

}  // namespace thrust
