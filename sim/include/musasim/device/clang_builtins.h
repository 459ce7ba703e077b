// Functions of clang, which the real compiler of .mu files is, for the host's compilers that lack them, older
// ones of clang among them. To __has_builtin they are not there.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "musasim/device/state.h"
#include "musasim/device/vector.h"

// Whether device code asks, which is known when it runs.
#define __builtin_is_device_code() ::musasim::device::inside()

#if !defined(__clang__)

template <class T>
inline std::remove_cv_t<T> __builtin_nontemporal_load(T* address) {
  return *address;
}
template <class T, class Value>
inline void __builtin_nontemporal_store(Value value, T* address) {
  *address = value;
}

#endif

namespace musasim::device {

template <class T>
inline T saturated_sum(T a, T b) {
  T sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <class T>
inline T saturated_difference(T a, T b) {
  T difference;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return a < b ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
// Given a number and NaN, these give the number.
template <class T>
inline T larger(T a, T b) {
  return a < b || a != a ? b : a;
}
template <class T>
inline T smaller(T a, T b) {
  return b < a || a != a ? b : a;
}

// They take vectors, element by element, and single values.
template <class T>
constexpr bool kIsSingle = std::is_arithmetic_v<T>;

}  // namespace musasim::device

#define MUSASIM_ELEMENTWISE_2(name, function)                                               \
  template <class V>                                                                        \
  inline V __builtin_elementwise_##name(V first, V second) {                                \
    if constexpr (::musasim::device::kIsSingle<V>) {                                        \
      return ::musasim::device::function(first, second);                                    \
    } else {                                                                                \
      return ::musasim::device::for_elements(                                               \
          first, second, [](auto a, auto b) { return ::musasim::device::function(a, b); }); \
    }                                                                                       \
  }
#define MUSASIM_ELEMENTWISE_1(name, expression)                                        \
  template <class V>                                                                   \
  inline V __builtin_elementwise_##name(V value) {                                     \
    const auto function = [](auto a) { return static_cast<decltype(a)>(expression); }; \
    if constexpr (::musasim::device::kIsSingle<V>) {                                   \
      return function(value);                                                          \
    } else {                                                                           \
      return ::musasim::device::for_elements(value, function);                         \
    }                                                                                  \
  }
// GCC may not even know the question.
#if defined(__clang__)
#define MUSASIM_HAS_BUILTIN(name) __has_builtin(name)
#else
#define MUSASIM_HAS_BUILTIN(name) 0
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_add_sat)
MUSASIM_ELEMENTWISE_2(add_sat, saturated_sum)
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_sub_sat)
MUSASIM_ELEMENTWISE_2(sub_sat, saturated_difference)
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_max)
MUSASIM_ELEMENTWISE_2(max, larger)
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_min)
MUSASIM_ELEMENTWISE_2(min, smaller)
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_abs)
MUSASIM_ELEMENTWISE_1(abs, a < 0 ? -a : a + 0)
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_sqrt)
MUSASIM_ELEMENTWISE_1(sqrt, std::sqrt(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_exp)
MUSASIM_ELEMENTWISE_1(exp, std::exp(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_exp2)
MUSASIM_ELEMENTWISE_1(exp2, std::exp2(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_log)
MUSASIM_ELEMENTWISE_1(log, std::log(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_floor)
MUSASIM_ELEMENTWISE_1(floor, std::floor(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_ceil)
MUSASIM_ELEMENTWISE_1(ceil, std::ceil(a))
#endif
#if !MUSASIM_HAS_BUILTIN(__builtin_elementwise_trunc)
MUSASIM_ELEMENTWISE_1(trunc, std::trunc(a))
#endif
#undef MUSASIM_HAS_BUILTIN
#undef MUSASIM_ELEMENTWISE_1
#undef MUSASIM_ELEMENTWISE_2
