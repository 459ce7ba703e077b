// The function objects that reductions and scans of groups take.
#pragma once

namespace cooperative_groups {

#define MUSASIM_OPERATOR(name, expression)                            \
  template <class T>                                                  \
  struct name {                                                       \
    T operator()(const T& a, const T& b) const { return expression; } \
  };
MUSASIM_OPERATOR(plus, static_cast<T>(a + b))
MUSASIM_OPERATOR(less, b < a ? b : a)
MUSASIM_OPERATOR(greater, a < b ? b : a)
MUSASIM_OPERATOR(bit_and, static_cast<T>(a& b))
MUSASIM_OPERATOR(bit_or, static_cast<T>(a | b))
MUSASIM_OPERATOR(bit_xor, static_cast<T>(a ^ b))
#undef MUSASIM_OPERATOR

}  // namespace cooperative_groups
