// Reductions over a cooperative group. Declared for compilers' front ends; nothing of it runs yet.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define MUSASIM_OPERATOR(name) \
  template <class T>           \
  struct name {                \
    T operator()(T, T) const;  \
  };
MUSASIM_OPERATOR(plus)
MUSASIM_OPERATOR(less)
MUSASIM_OPERATOR(greater)
MUSASIM_OPERATOR(bit_and)
MUSASIM_OPERATOR(bit_or)
MUSASIM_OPERATOR(bit_xor)
#undef MUSASIM_OPERATOR

template <class Group, class T, class Operator>
T reduce(const Group& group, T value, Operator reduce);

}  // namespace cooperative_groups
