// Minimum, maximum, comparisons and choices.
#ifndef TORCHADA_PTX_ORDER_H
#define TORCHADA_PTX_ORDER_H

#include "arithmetic.h"

namespace torchada {
namespace ptx {

// The smaller or larger of two numbers by their order; of -0 and +0 the former is smaller.
template <bool larger, class T>
TORCHADA_PTX bool takes_first(T a, T b) {
  if (a == b) return larger ? !is_negative(a) : is_negative(a);
  return larger ? a > b : a < b;
}

template <bool larger, class... M>
TORCHADA_PTX std::uint16_t chosen_half(std::uint16_t a, std::uint16_t b) {
  using Type = TypeOf<M...>;
  a = flushed_half<Type, M...>(a);
  b = flushed_half<Type, M...>(b);
  std::uint16_t sign = 0;
  if constexpr (has<_xorsign, M...>) {
    sign = (a ^ b) & 0x8000U;
    a &= 0x7fffU;
    b &= 0x7fffU;
  }
  const float x = widen<Type>(a), y = widen<Type>(b);
  if ((is_nan(x) && is_nan(y)) || (has<_NaN, M...> && (is_nan(x) || is_nan(y)))) return 0x7fff;
  const std::uint16_t result = is_nan(y) || (!is_nan(x) && takes_first<larger>(x, y)) ? a : b;
  return static_cast<std::uint16_t>(result | sign);
}
template <bool larger, class... M, class T>
TORCHADA_PTX T chosen_float(T a, T b) {
  a = prepared<M...>(a);
  b = prepared<M...>(b);
  bool is_turned = false;
  if constexpr (has<_xorsign, M...>) is_turned = is_negative(a) != is_negative(b);
  if constexpr (has<_abs, M...>) {
    a = is_negative(a) ? -a : a;
    b = is_negative(b) ? -b : b;
  }
  if ((is_nan(a) && is_nan(b)) || (has<_NaN, M...> && (is_nan(a) || is_nan(b)))) {
    if constexpr (sizeof(T) == 4)
      return f32_of_bits(kNan32);
    else
      return b;
  }
  const T result = is_nan(b) || (!is_nan(a) && takes_first<larger>(a, b)) ? a : b;
  return is_turned ? -result : result;
}

template <bool larger, class... M, class D, class A, class B>
TORCHADA_PTX void choose(D&& d, A a, B b) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  const T x = value<T>(a), y = value<T>(b);
  if constexpr (is_half<Type>) {
    put(d, for_halves<Type>(
               [](std::uint16_t left, std::uint16_t right) {
                 return finished_half<Type, M...>(chosen_half<larger, M...>(left, right));
               },
               x, y));
  } else if constexpr (is_floating<Type>) {
    put(d, chosen_float<larger, M...>(x, y));
  } else if constexpr (is_pair_of_shorts<Type>) {
    using Short =
        std::conditional_t<std::is_same<Type, _s16x2>::value, std::int16_t, std::uint16_t>;
    put(d, for_shorts(
               [](std::uint16_t left, std::uint16_t right) {
                 const auto l = static_cast<Short>(left), r = static_cast<Short>(right);
                 const Short one = (larger ? l > r : l < r) ? l : r;
                 return has<_relu, M...> && one < 0 ? Short(0) : one;
               },
               x, y));
  } else {
    const T one = (larger ? x > y : x < y) ? x : y;
    put(d, has<_relu, M...> && one < T(0) ? T(0) : one);
  }
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void min(D&& d, A a, B b) {
  choose<false, M...>(d, a, b);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void max(D&& d, A a, B b) {
  choose<true, M...>(d, a, b);
}

// Of three.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void min(D&& d, A a, B b, C c) {
  typename TypeOf<M...>::type first;
  choose<false, M...>(first, a, b);
  choose<false, M...>(d, first, c);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void max(D&& d, A a, B b, C c) {
  typename TypeOf<M...>::type first;
  choose<true, M...>(first, a, b);
  choose<true, M...>(d, first, c);
}

template <class... M, class T>
TORCHADA_PTX bool compared(T a, T b) {
  bool unordered = false;
  if constexpr (std::is_floating_point<T>::value) unordered = is_nan(a) || is_nan(b);
  if constexpr (has<_num, M...>) return !unordered;
  if constexpr (has<_nan, M...>) return unordered;
  if constexpr (has<_eq, M...>) return !unordered && a == b;
  if constexpr (has<_ne, M...>) return !unordered && a != b;
  if constexpr (has<_lt, M...> || has<_lo, M...>) return !unordered && a < b;
  if constexpr (has<_le, M...> || has<_ls, M...>) return !unordered && a <= b;
  if constexpr (has<_gt, M...> || has<_hi, M...>) return !unordered && a > b;
  if constexpr (has<_ge, M...> || has<_hs, M...>) return !unordered && a >= b;
  if constexpr (has<_equ, M...>) return unordered || a == b;
  if constexpr (has<_neu, M...>) return unordered || a != b;
  if constexpr (has<_ltu, M...>) return unordered || a < b;
  if constexpr (has<_leu, M...>) return unordered || a <= b;
  if constexpr (has<_gtu, M...>) return unordered || a > b;
  if constexpr (has<_geu, M...>) return unordered || a >= b;
}
template <class... M>
TORCHADA_PTX bool combined(bool one, bool other) {
  if constexpr (has<_and, M...>) return one && other;
  if constexpr (has<_or, M...>) return one || other;
  if constexpr (has<_xor, M...>) return one != other;
  return one;
}
template <class Type, class... M>
TORCHADA_PTX bool compared_half(std::uint16_t a, std::uint16_t b) {
  return compared<M...>(widen<Type>(flushed_half<Type, M...>(a)),
                        widen<Type>(flushed_half<Type, M...>(b)));
}
template <class Type, class... M, class A, class B>
TORCHADA_PTX bool comparison(A a, B b) {
  using T = typename Type::type;
  if constexpr (is_half<Type>) {
    return compared_half<Type, M...>(value<std::uint16_t>(a), value<std::uint16_t>(b));
  } else if constexpr (is_floating<Type>) {
    return compared<M...>(prepared<M...>(value<T>(a)), prepared<M...>(value<T>(b)));
  } else {
    return compared<M...>(value<T>(a), value<T>(b));
  }
}

// p, a, b
template <class... M, class P, class A, class B>
TORCHADA_PTX void setp(P&& p, A a, B b) {
  put(p, comparison<TypeOf<M...>, M...>(a, b));
}
// p, a, b, c: with the third operand.
template <class... M, class P, class A, class B, class C>
TORCHADA_PTX void setp_with(P&& p, A a, B b, C c) {
  put(p, combined<M...>(comparison<TypeOf<M...>, M...>(a, b), value<bool>(c)));
}
// p|q, a, b: both halves of a pair, or the comparison and its opposite.
template <class... M, class P, class Q, class A, class B>
TORCHADA_PTX void setp_both(P&& p, Q&& q, A a, B b) {
  using Type = TypeOf<M...>;
  if constexpr (is_half<Type> && Type::numbers == 2) {
    const std::uint32_t x = value<std::uint32_t>(a), y = value<std::uint32_t>(b);
    put(p, compared_half<Type, M...>(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)));
    put(q, compared_half<Type, M...>(static_cast<std::uint16_t>(x >> 16),
                                     static_cast<std::uint16_t>(y >> 16)));
  } else {
    const bool result = comparison<Type, M...>(a, b);
    put(p, result);
    put(q, !result);
  }
}
template <class... M, class P, class Q, class A, class B, class C>
TORCHADA_PTX void setp_both_with(P&& p, Q&& q, A a, B b, C c) {
  const bool result = comparison<TypeOf<M...>, M...>(a, b), other = value<bool>(c);
  put(p, combined<M...>(result, other));
  put(q, combined<M...>(!result, other));
}

// The first type is that of the result: all bits, or one, where it holds.
template <class... M, class D, class A, class B>
TORCHADA_PTX void set(D&& d, A a, B b) {
  using To = NthType<0, M...>;
  using Type = NthType<1, M...>;
  if constexpr (is_half<Type> && Type::numbers == 2) {
    constexpr bool is_bf16 = std::is_same<To, _bf16x2>::value;
    constexpr std::uint16_t yes = is_half<To> ? (is_bf16 ? 0x3f80U : 0x3c00U) : 0xffffU;
    put(d, for_halves<Type>(
               [](std::uint16_t x, std::uint16_t y) {
                 return static_cast<std::uint16_t>(compared_half<Type, M...>(x, y) ? yes : 0U);
               },
               value<std::uint32_t>(a), value<std::uint32_t>(b)));
  } else {
    const bool result = comparison<Type, M...>(a, b);
    using T = typename To::type;
    if constexpr (is_half<To>) {
      put(d, static_cast<T>(result ? (std::is_same<To, _f16>::value ? 0x3c00U : 0x3f80U) : 0U));
    } else if constexpr (std::is_floating_point<T>::value) {
      put(d, result ? T(1) : T(0));
    } else {
      put(d, result ? static_cast<T>(~T(0)) : T(0));
    }
  }
}

// With the third operand.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void set_with(D&& d, A a, B b, C c) {
  using To = typename NthType<0, M...>::type;
  const bool result = combined<M...>(comparison<NthType<1, M...>, M...>(a, b), value<bool>(c));
  if constexpr (std::is_floating_point<To>::value) {
    put(d, result ? To(1) : To(0));
  } else {
    put(d, result ? static_cast<To>(~To(0)) : To(0));
  }
}

template <class... M, class D, class A, class B, class P>
TORCHADA_PTX void selp(D&& d, A a, B b, P p) {
  using T = typename TypeOf<M...>::type;
  put(d, value<bool>(p) ? value<T>(a) : value<T>(b));
}
// a where c is not negative, else b. The second type is that of c.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void slct(D&& d, A a, B b, C c) {
  using T = typename NthType<0, M...>::type;
  using By = typename NthType<1, M...>::type;
  const By by = value<By>(c);
  bool first = by >= By(0);
  if constexpr (std::is_same<By, float>::value) first = prepared<M...>(by) >= 0.0F;
  put(d, first ? value<T>(a) : value<T>(b));
}

template <class... M, class P, class A>
TORCHADA_PTX void testp(P&& p, A a) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a);
  const bool finite = x - x == T(0);
  const T magnitude = is_negative(x) ? -x : x;
  T smallest;
  if constexpr (sizeof(T) == 4)
    smallest = f32_of_bits(0x800000U);
  else
    smallest = f64_of_bits(0x10000000000000U);
  bool result = !is_nan(x);
  if constexpr (has<_finite, M...>) result = finite;
  if constexpr (has<_infinite, M...>) result = !finite && !is_nan(x);
  if constexpr (has<_notanumber, M...>) result = is_nan(x);
  if constexpr (has<_normal, M...>) result = finite && (magnitude >= smallest || magnitude == T(0));
  if constexpr (has<_subnormal, M...>) result = finite && magnitude < smallest && magnitude != T(0);
  put(p, result);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_ORDER_H
