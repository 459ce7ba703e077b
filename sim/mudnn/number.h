// Arithmetic on numbers of every kind: integers divide without faults, remainders as Python's and C's.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "mudnn.h"

namespace musasim::dnn {

using musa::dnn::detail::Number;

template <class C>
constexpr bool kReal = std::is_floating_point_v<C>;
// The type in which functions of real numbers compute.
template <class C>
using RealOf = std::conditional_t<kReal<C>, C, double>;

template <class C>
C value_of(const Number& number) {
  if (!number.real) return static_cast<C>(number.integer);
  if constexpr (kReal<C>) {
    return static_cast<C>(number.value);
  } else {
    return static_cast<C>(static_cast<std::int64_t>(number.value));
  }
}

// Toward zero. Integers by zero give -1, as hardware that does not trap.
template <class C>
C quotient(C x, C y) {
  if constexpr (kReal<C>) {
    return std::trunc(x / y);
  } else {
    if (y == 0) return static_cast<C>(-1);
    if constexpr (std::is_signed_v<C>) {
      if (y == -1) return static_cast<C>(0 - static_cast<std::make_unsigned_t<C>>(x));
    }
    return x / y;
  }
}

template <class C>
C truncated_remainder(C x, C y) {
  if constexpr (kReal<C>) {
    return std::fmod(x, y);
  } else {
    if (y == 0) return x;
    if constexpr (std::is_signed_v<C>) {
      if (y == -1) return 0;
    }
    return x % y;
  }
}

// The remainder with the sign of y.
template <class C>
C remainder(C x, C y) {
  const C rest = truncated_remainder(x, y);
  return rest != 0 && ((rest < 0) != (y < 0)) ? static_cast<C>(rest + y) : rest;
}

template <class C>
C floor_quotient(C x, C y) {
  if constexpr (kReal<C>) {
    if (y == 0) return x / y;
    const C rest = std::fmod(x, y);
    C whole = (x - rest) / y;
    if (rest != 0 && ((rest < 0) != (y < 0))) whole -= 1;
    if (whole == 0) return std::copysign(C(0), x / y);
    const C floored = std::floor(whole);
    return whole - floored > C(0.5) ? floored + 1 : floored;
  } else {
    const C whole = quotient(x, y);
    return y != 0 && truncated_remainder(x, y) != 0 && ((x < 0) != (y < 0)) ? whole - 1 : whole;
  }
}

template <class C>
C power(C x, C y) {
  if constexpr (kReal<C>) {
    return std::pow(x, y);
  } else {
    if (y < 0) return x == 1 ? 1 : x == static_cast<C>(-1) ? (y % 2 == 0 ? 1 : -1) : 0;
    std::uint64_t result = 1, factor = static_cast<std::uint64_t>(x);
    for (auto rest = static_cast<std::uint64_t>(y); rest != 0; rest >>= 1, factor *= factor) {
      if ((rest & 1) != 0) result *= factor;
    }
    return static_cast<C>(result);
  }
}

// NaN is the largest and the smallest.
template <class C>
C larger(C x, C y) {
  return x > y || x != x ? x : y;
}
template <class C>
C smaller(C x, C y) {
  return x < y || x != x ? x : y;
}

// Sums and products of integers wrap.
template <class C>
C sum(C x, C y) {
  if constexpr (kReal<C>) {
    return x + y;
  } else {
    return static_cast<C>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
  }
}
template <class C>
C difference(C x, C y) {
  if constexpr (kReal<C>) {
    return x - y;
  } else {
    return static_cast<C>(static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y));
  }
}
template <class C>
C times(C x, C y) {
  if constexpr (kReal<C>) {
    return x * y;
  } else {
    return static_cast<C>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  }
}

template <class R>
R sigmoid(R x) {
  return R(1) / (R(1) + std::exp(-x));
}
template <class R>
R silu_slope(R x) {
  const R s = sigmoid(x);
  return s * (R(1) + x * (R(1) - s));
}
template <class R>
R softplus(R x, R beta, R threshold) {
  return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
}
template <class R>
R gelu(R x) {
  return x * R(0.5) * (R(1) + std::erf(x * R(0.70710678118654752440)));
}
// The argument of tanh in the approximation of gelu.
template <class R>
R gelu_inner(R x) {
  return R(0.79788456080286535588) * (x + R(0.044715) * x * x * x);
}
template <class R>
R gelu_tanh(R x) {
  return R(0.5) * x * (R(1) + std::tanh(gelu_inner(x)));
}

}  // namespace musasim::dnn
