// thrust::set_union, set_intersection, set_difference and merge, of sorted sequences.
#pragma once

#include <algorithm>
#include <functional>

#include "thrust/detail/algorithm.h"

namespace thrust {

#define MUSASIM_SET_OPERATION(name)                                                               \
  template <class Policy, class A, class B, class Out, class Compare,                             \
            detail::RequirePolicy<Policy> = 0>                                                    \
  Out name(const Policy& policy, A first, A last, B other, B other_last, Out out,                 \
           Compare compare) {                                                                     \
    return out +                                                                                  \
           detail::evaluate(policy, [=, a = detail::raw(first), a_end = detail::raw(last),        \
                                     b = detail::raw(other), b_end = detail::raw(other_last),     \
                                     to = detail::raw(out)] {                                     \
             return static_cast<std::ptrdiff_t>(std::name(a, a_end, b, b_end, to, compare) - to); \
           });                                                                                    \
  }                                                                                               \
  template <class Policy, class A, class B, class Out, detail::RequirePolicy<Policy> = 0>         \
  Out name(const Policy& policy, A first, A last, B other, B other_last, Out out) {               \
    return thrust::name(policy, first, last, other, other_last, out, std::less<>());              \
  }                                                                                               \
  MUSASIM_THRUST_WITHOUT_POLICY(name)
MUSASIM_SET_OPERATION(set_union)
MUSASIM_SET_OPERATION(set_intersection)
MUSASIM_SET_OPERATION(set_difference)
MUSASIM_SET_OPERATION(set_symmetric_difference)
MUSASIM_SET_OPERATION(merge)
#undef MUSASIM_SET_OPERATION

}  // namespace thrust
