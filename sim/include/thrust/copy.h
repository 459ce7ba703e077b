// thrust::copy and its relatives, also between host and device; gather and scatter.
#pragma once

#include <algorithm>
#include <type_traits>

#include "thrust/detail/algorithm.h"

namespace thrust {

namespace detail {
// Plain memory of one type on both sides, which musaMemcpy() copies.
template <class From, class To>
constexpr bool kIsMemory = false;
template <class From, class To>
constexpr bool kIsMemory<From*, To*> =
    std::is_same_v<std::remove_cv_t<From>, To> && std::is_trivially_copyable_v<To>;

// Copies of OnStream go between host and device, too.
template <class From, class To>
void copy_memory(const OnStream& policy, const From* from, To* to, std::size_t count) {
  if (count == 0) return;
  throw_on_error(musaMemcpyAsync(to, from, count * sizeof(To), musaMemcpyDefault, policy.stream));
  if (policy.waits) throw_on_error(musaStreamSynchronize(policy.stream));
}
}  // namespace detail

template <class Policy, class In, class Count, class Out, detail::RequirePolicy<Policy> = 0>
Out copy_n(const Policy& policy, In first, Count count, Out out) {
  const auto from = detail::raw(first);
  const auto to = detail::raw(out);
  const auto size = static_cast<std::size_t>(count > 0 ? count : 0);
  if constexpr (detail::kIsMemory<std::decay_t<decltype(from)>, std::decay_t<decltype(to)>> &&
                std::is_same_v<Policy, detail::OnStream>) {
    if (!::musasim::device::inside()) {
      detail::copy_memory(policy, from, to, size);
      return out + static_cast<std::ptrdiff_t>(size);
    }
  }
  policy.run([=] {
    auto target = to;
    auto source = from;
    for (std::size_t i = 0; i < size; ++i, ++source, ++target) *target = *source;
  });
  return out + static_cast<std::ptrdiff_t>(size);
}
MUSASIM_THRUST_WITHOUT_POLICY(copy_n)

template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out copy(const Policy& policy, In first, In last, Out out) {
  return thrust::copy_n(policy, first, last - first, out);
}
// Copies with a policy for each side.
template <class From, class To, class In, class Out, detail::RequirePolicy<From> = 0,
          detail::RequirePolicy<To> = 0>
Out copy(const From&, const To&, In first, In last, Out out) {
  return thrust::copy_n(detail::OnStream(), first, last - first, out);
}
MUSASIM_THRUST_WITHOUT_POLICY(copy)

template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out uninitialized_copy(const Policy& policy, In first, In last, Out out) {
  return thrust::copy(policy, first, last, out);
}
MUSASIM_THRUST_WITHOUT_POLICY(uninitialized_copy)

template <class Policy, class In, class Out, class Predicate, detail::RequirePolicy<Policy> = 0>
Out copy_if(const Policy& policy, In first, In last, Out out, Predicate predicate) {
  return out + detail::evaluate(policy, [=, from = detail::raw(first), to = detail::raw(out),
                                         count = detail::length(first, last)]() mutable {
           return static_cast<std::ptrdiff_t>(::musasim::sequence::copy_where(
               from, to, count, [&](std::ptrdiff_t i) -> bool { return predicate(from[i]); }));
         });
}
// Decided by another sequence.
template <class Policy, class In, class Stencil, class Out, class Predicate,
          detail::RequirePolicy<Policy> = 0>
Out copy_if(const Policy& policy, In first, In last, Stencil stencil, Out out,
            Predicate predicate) {
  return out + detail::evaluate(policy, [=, from = detail::raw(first), to = detail::raw(out),
                                         decides = detail::raw(stencil),
                                         count = detail::length(first, last)]() mutable {
           return static_cast<std::ptrdiff_t>(::musasim::sequence::copy_where(
               from, to, count, [&](std::ptrdiff_t i) -> bool { return predicate(decides[i]); }));
         });
}
MUSASIM_THRUST_WITHOUT_POLICY(copy_if)

}  // namespace thrust
