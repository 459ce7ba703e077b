// CUB's function objects.
#pragma once

#include "cub/util_type.cuh"

namespace cub {

struct Equality {
  template <class T, class U>
  constexpr bool operator()(const T& a, const U& b) const {
    return a == b;
  }
};
struct Sum {
  template <class T, class U>
  constexpr auto operator()(const T& a, const U& b) const {
    return a + b;
  }
};
struct Max {
  template <class T, class U>
  constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T, class U>
  constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return b < a ? b : a;
  }
};
struct ArgMax {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const;
};
struct ArgMin {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const;
};

}  // namespace cub
