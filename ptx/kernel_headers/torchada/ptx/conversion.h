// cvt: numbers of one type as numbers of another.
#ifndef TORCHADA_PTX_CONVERSION_H
#define TORCHADA_PTX_CONVERSION_H

#include "formats.h"

namespace torchada {
namespace ptx {

// Rounded to a whole number.
template <class T>
TORCHADA_PTX T whole(T x, Rounding mode) {
  if (!(x - x == T(0))) return x;
  if (mode == Rounding::kZero) return is_negative(x) ? ::ceil(x) : ::floor(x);
  if (mode == Rounding::kDown) return ::floor(x);
  if (mode == Rounding::kUp) return ::ceil(x);
  return ::rint(x);
}

// The nearest number that the type has.
template <class T, class From>
TORCHADA_PTX T clamped(From x) {
  constexpr bool is_signed = std::is_signed<T>::value;
  constexpr int size = static_cast<int>(sizeof(T) * 8);
  constexpr T largest =
      is_signed ? static_cast<T>((std::uint64_t(1) << (size - 1)) - 1) : static_cast<T>(~T(0));
  constexpr T smallest = is_signed ? static_cast<T>(~largest) : T(0);
  // Powers of two, which both types have.
  const From above = static_cast<From>(std::uint64_t(1) << (size - 2)) * From(is_signed ? 2 : 4);
  const From below = is_signed ? -above : From(0);
  if (x >= above) return largest;
  if (x < below) return smallest;
  return static_cast<T>(x);
}

// What NVIDIA's hardware makes of NaN: the highest bit alone where one of both has 64 bits.
template <class T, class From>
TORCHADA_PTX T integer_of_nan() {
  if constexpr (sizeof(T) == 8 || sizeof(From) == 8)
    return static_cast<T>(std::uint64_t(1) << (sizeof(T) * 8 - 1));
  else
    return T(0);
}

template <class To, class... M, class From>
TORCHADA_PTX typename To::type integer_of(From x) {
  using T = typename To::type;
  if constexpr (std::is_floating_point<From>::value) {
    if (is_nan(x)) return integer_of_nan<T, From>();
    if constexpr (has<_ftz, M...> && sizeof(From) == 4) x = flushed(x);
    return clamped<T>(whole(x, rounding_of<M...>));
  } else if constexpr (has<_sat, M...>) {
    constexpr bool is_signed = std::is_signed<T>::value;
    constexpr T largest = is_signed ? static_cast<T>((std::uint64_t(1) << (sizeof(T) * 8 - 1)) - 1)
                                    : static_cast<T>(~T(0));
    if (std::is_signed<From>::value && x < From(0)) {
      if (!is_signed) return T(0);
      constexpr T smallest = static_cast<T>(~largest);
      return static_cast<std::int64_t>(x) < static_cast<std::int64_t>(smallest) ? smallest
                                                                                : static_cast<T>(x);
    }
    return static_cast<std::uint64_t>(x) > static_cast<std::uint64_t>(largest) ? largest
                                                                               : static_cast<T>(x);
  } else {
    return static_cast<T>(x);
  }
}

// An integer as a float or a double, in every rounding, without its sign.
template <int fraction, int bias>
TORCHADA_PTX std::uint64_t raw_of_integer(std::uint64_t magnitude, bool is_minus, Rounding mode) {
  if (magnitude == 0) return 0;
  int top = 63;
  while ((magnitude >> top & 1) == 0) --top;
  const std::uint64_t result = rounded(magnitude, top - fraction, is_minus, mode);
  return result + (static_cast<std::uint64_t>(top + bias - 1) << fraction);
}

template <class To, class... M, class From>
TORCHADA_PTX typename To::type floating_of_integer(From x) {
  constexpr Rounding mode = rounding_of<M...>;
  using T = typename To::type;
  const bool is_minus = std::is_signed<From>::value && x < From(0);
  if constexpr (has<_sat, M...>) {
    if (is_minus) return T(0);
    if (x > From(1)) x = From(1);
  }
  const std::uint64_t number = static_cast<std::uint64_t>(x);
  const std::uint64_t magnitude = is_minus ? 0 - number : number;
  if constexpr (std::is_same<To, _f64>::value) {
    const std::uint64_t raw = raw_of_integer<52, 1023>(magnitude, is_minus, mode);
    return f64_of_bits(raw | static_cast<std::uint64_t>(is_minus) << 63);
  } else if constexpr (std::is_same<To, _f32>::value) {
    const std::uint64_t raw = raw_of_integer<23, 127>(magnitude, is_minus, mode);
    return f32_of_bits(
        static_cast<std::uint32_t>(raw | static_cast<std::uint64_t>(is_minus) << 31));
  } else if constexpr (std::is_same<To, _bf16>::value) {
    const std::uint64_t raw = raw_of_integer<7, 127>(magnitude, is_minus, mode);
    return static_cast<T>(raw | static_cast<std::uint64_t>(is_minus) << 15);
  } else {
    std::uint64_t raw = raw_of_integer<10, 15>(magnitude, is_minus, mode);
    if (raw >= 0x7c00U) raw = stays_finite(mode, is_minus) ? 0x7bffU : 0x7c00U;
    return static_cast<T>(raw | static_cast<std::uint64_t>(is_minus) << 15);
  }
}

template <class T, class... M>
TORCHADA_PTX T saturated_floating(T x) {
  if constexpr (has<_sat, M...>) {
    if (is_nan(x) || is_negative(x)) return T(0);
    return x > T(1) ? T(1) : x;
  }
  if constexpr (has<_relu, M...>) {
    if (!is_nan(x) && is_negative(x)) return T(0);
  }
  return x;
}

template <class... M>
inline constexpr bool rounds_to_whole =
    has<_rni, M...> || has<_rzi, M...> || has<_rmi, M...> || has<_rpi, M...>;

template <class To, class... M, class From>
TORCHADA_PTX typename To::type floating_of(From x) {
  constexpr Rounding mode = rounding_of<M...>;
  // Towards f16 it changes nothing.
  if constexpr (sizeof(From) == 4 && has<_ftz, M...> && sizeof(typename To::type) >= 4)
    x = flushed(x);
  if constexpr (rounds_to_whole<M...>) x = whole(x, mode);
  x = saturated_floating<From, M...>(x);
  if constexpr (std::is_same<To, _f64>::value) {
    return static_cast<double>(x);
  } else if constexpr (std::is_same<To, _f32>::value) {
    if constexpr (sizeof(From) == 4) {
      return canonical(x);
    } else {
      // NaN of a double keeps its sign and its highest bits.
      if (is_nan(x)) {
        const std::uint64_t bits_of_nan = bits<std::uint64_t>(x);
        return f32_of_bits(static_cast<std::uint32_t>(
            (bits_of_nan >> 32 & 0x80000000U) | 0x7fc00000U | (bits_of_nan >> 29 & 0x3fffffU)));
      }
      const std::uint32_t sign = is_negative(x) ? 0x80000000U : 0U;
      std::uint32_t raw = x - x == From(0) ? narrow<23, 127>(x, mode) : 0x7f800000U;
      if (x - x == From(0) && raw >= 0x7f800000U) {
        raw = stays_finite(mode, sign != 0) ? 0x7f7fffffU : 0x7f800000U;
      }
      const float result = f32_of_bits(sign | raw);
      return has<_ftz, M...> ? flushed(result) : result;
    }
  } else if constexpr (std::is_same<To, _tf32>::value) {
    const std::uint32_t raw = bits<std::uint32_t>(x);
    if (is_nan(x)) return mode == Rounding::kNearestAway ? raw & 0xffffe000U : 0x7fffe000U;
    if ((raw & 0x7f800000U) == 0x7f800000U) return raw;
    const std::uint32_t kept =
        static_cast<std::uint32_t>(rounded(raw & 0x7fffffffU, 13, is_negative(x), mode)) << 13;
    if (has<_satfinite, M...> && kept >= 0x7f800000U) return (raw & 0x80000000U) | 0x7f7fe000U;
    return (raw & 0x80000000U) | kept;
  } else if constexpr (std::is_same<To, _f16>::value && sizeof(From) == 8) {
    // NaN of a double keeps its sign and its highest bits.
    if (is_nan(x)) {
      const std::uint64_t raw = bits<std::uint64_t>(x);
      return static_cast<std::uint16_t>((raw >> 48 & 0x8000U) | 0x7e00U | (raw >> 42 & 0x1ffU));
    }
    return halve<To>(x, mode);
  } else {
    return halve<To>(x, mode, has<_satfinite, M...>);
  }
}

// Formats of eight bits and fewer.
template <int fraction, int bias, std::uint32_t largest, std::uint32_t not_a_number, int sign_at,
          class... M>
TORCHADA_PTX std::uint32_t small_of(float x) {
  if (is_nan(x)) return not_a_number;
  x = saturated_floating<float, M...>(x);
  const std::uint32_t raw = x - x == 0.0F ? narrow<fraction, bias>(x, Rounding::kNearest) : largest;
  return (raw < largest ? raw : largest) | (is_negative(x) ? 1U << sign_at : 0U);
}
template <class To, class... M>
TORCHADA_PTX std::uint32_t small(float x) {
  if constexpr (std::is_same<To, _e4m3x2>::value) return small_of<3, 7, 0x7e, 0x7f, 7, M...>(x);
  if constexpr (std::is_same<To, _e5m2x2>::value) return small_of<2, 15, 0x7b, 0x7f, 7, M...>(x);
  if constexpr (std::is_same<To, _e2m3x2>::value) return small_of<3, 1, 0x1f, 0x1f, 5, M...>(x);
  if constexpr (std::is_same<To, _e3m2x2>::value) return small_of<2, 3, 0x1f, 0x1f, 5, M...>(x);
  if constexpr (std::is_same<To, _e2m1x2>::value) return small_of<1, 1, 0x7, 0x7, 3, M...>(x);
  return 0;
}
// A power of two without a sign.
template <class... M>
TORCHADA_PTX std::uint32_t power(float x) {
  if (is_nan(x)) return 0xff;
  const std::uint32_t raw = bits<std::uint32_t>(x) & 0x7fffffffU;
  if (raw == 0x7f800000U) return 0xfe;
  const std::uint32_t field = raw >> 23;
  // A denormal number lies below 2^-126, whose code is 1; 2^-127 has the code 0.
  const bool is_more = field == 0 ? raw > 0x400000U : (raw & 0x7fffffU) != 0;
  const std::uint32_t up = has<_rp, M...> && is_more ? 1U : 0U;
  return field + up < 0xfeU ? field + up : 0xfeU;
}
template <class From>
TORCHADA_PTX float large(std::uint32_t x) {
  float result = 0;
  if constexpr (std::is_same<From, _e4m3x2>::value) {
    result = (x & 0x7f) == 0x7f ? f32_of_bits(kNan32) : widened<3, 7>(x & 0x7f);
    return (x & 0x80) != 0 ? -result : result;
  } else if constexpr (std::is_same<From, _e5m2x2>::value) {
    return f32_of_f16(static_cast<std::uint16_t>(x << 8));
  } else if constexpr (std::is_same<From, _e2m3x2>::value) {
    result = widened<3, 1>(x & 0x1f);
    return (x & 0x20) != 0 ? -result : result;
  } else if constexpr (std::is_same<From, _e3m2x2>::value) {
    result = widened<2, 3>(x & 0x1f);
    return (x & 0x20) != 0 ? -result : result;
  } else if constexpr (std::is_same<From, _e2m1x2>::value) {
    result = widened<1, 1>(x & 7);
    return (x & 8) != 0 ? -result : result;
  } else {
    return x == 0xff ? f32_of_bits(kNan32) : x == 0 ? f32_of_bits(0x400000U) : f32_of_bits(x << 23);
  }
}
template <class Type>
inline constexpr bool is_small =
    std::is_same<Type, _e4m3x2>::value || std::is_same<Type, _e5m2x2>::value ||
    std::is_same<Type, _e2m3x2>::value || std::is_same<Type, _e3m2x2>::value ||
    std::is_same<Type, _e2m1x2>::value || std::is_same<Type, _ue8m0x2>::value;
template <class Type>
inline constexpr int small_bits = std::is_same<Type, _e2m1x2>::value ? 4 : 8;

// Two numbers become a pair; the first is its upper half.
template <class To, class... M>
TORCHADA_PTX typename To::type pair_of(float upper, float lower) {
  if constexpr (std::is_same<To, _ue8m0x2>::value) {
    return static_cast<std::uint16_t>(power<M...>(upper) << 8 | power<M...>(lower));
  } else if constexpr (is_small<To>) {
    return static_cast<typename To::type>(small<To, M...>(upper) << small_bits<To> |
                                          small<To, M...>(lower));
  } else {
    return static_cast<std::uint32_t>(floating_of<To, M...>(upper)) << 16 |
           static_cast<std::uint32_t>(floating_of<To, M...>(lower));
  }
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void cvt(D&& d, A upper, B lower) {
  put(d, pair_of<NthType<0, M...>, M...>(value<float>(upper), value<float>(lower)));
}

template <class Type>
TORCHADA_PTX auto number_of(typename Type::type x) {
  if constexpr (is_half<Type>)
    return widen<Type>(x);
  else
    return x;
}

// NaN keeps its sign and its bits.
template <class... M>
TORCHADA_PTX double f64_of_f16(std::uint16_t x) {
  if ((x & 0x7fffU) > 0x7c00U && !has<_sat, M...>) {
    const std::uint64_t sign = static_cast<std::uint64_t>(x >> 15) << 63;
    return f64_of_bits(sign | 0x7ff8000000000000U | static_cast<std::uint64_t>(x & 0x3ffU) << 42);
  }
  return floating_of<_f64, M...>(f32_of_f16(x));
}

template <class... M, class D, class A>
TORCHADA_PTX void cvt(D&& d, A a) {
  using To = NthType<0, M...>;
  using From = NthType<1, M...>;
  const auto x = value<typename From::type>(a);
  if constexpr (is_small<From>) {
    const float lower = large<From>(x & ((1U << small_bits<From>)-1));
    const float upper = large<From>(x >> small_bits<From>);
    put(d, pair_of<To, M...>(upper, lower));
  } else if constexpr (From::numbers == 2) {
    put(d, pair_of<To, M...>(widen<From>(static_cast<std::uint16_t>(x >> 16)),
                             widen<From>(static_cast<std::uint16_t>(x))));
  } else if constexpr (std::is_same<From, _bf16>::value && std::is_same<To, _f32>::value &&
                       !has<_sat, M...> && !has<_relu, M...>) {
    put(d, f32_of_bf16(x));
  } else if constexpr (std::is_same<From, _f16>::value && std::is_same<To, _f64>::value) {
    put(d, f64_of_f16<M...>(x));
  } else {
    const auto number = number_of<From>(x);
    using Number = std::remove_const_t<decltype(number)>;
    if constexpr (!is_floating<To> && !std::is_same<To, _tf32>::value) {
      put(d, integer_of<To, M...>(number));
    } else if constexpr (std::is_floating_point<Number>::value) {
      put(d, floating_of<To, M...>(number));
    } else {
      put(d, floating_of_integer<To, M...>(number));
    }
  }
}

// The two numbers are the upper parts of the result, c the lower ones.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void cvt_pack(D&& d, A a, B b, C c) {
  using To = NthType<0, M...>;
  using From = NthType<1, M...>;
  using Raw = std::make_unsigned_t<typename To::type>;
  constexpr int size = static_cast<int>(sizeof(Raw) * 8);
  const std::uint32_t upper = static_cast<Raw>(integer_of<To, _sat>(value<typename From::type>(a)));
  const std::uint32_t lower = static_cast<Raw>(integer_of<To, _sat>(value<typename From::type>(b)));
  const std::uint64_t all =
      static_cast<std::uint64_t>(value<std::uint32_t>(c)) << (2 * size) | upper << size | lower;
  put(d, static_cast<std::uint32_t>(all));
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void cvt_pack(D&& d, A a, B b) {
  cvt_pack<M...>(d, a, b, 0U);
}

template <class Word, class... Words>
inline constexpr bool is_same_word = (std::is_same<Word, Words>::value || ...);

// Two numbers of 4 or 2 bits, and what is moved up behind them.
template <class To>
TORCHADA_PTX std::uint32_t packed_small(std::int32_t x) {
  constexpr int size = is_same_word<To, _s4, _u4> ? 4 : 2;
  constexpr bool is_signed = is_same_word<To, _s4, _s2>;
  constexpr std::int32_t largest = (1 << (is_signed ? size - 1 : size)) - 1;
  constexpr std::int32_t smallest = is_signed ? -largest - 1 : 0;
  const std::int32_t near = x < smallest ? smallest : x > largest ? largest : x;
  return static_cast<std::uint32_t>(near) & ((1U << size) - 1);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void cvt_pack_small(D&& d, A a, B b, C c) {
  using To = NthType<0, M...>;
  constexpr int size = is_same_word<To, _s4, _u4> ? 4 : 2;
  put(d, value<std::uint32_t>(c) << (2 * size) | packed_small<To>(value<std::int32_t>(a)) << size |
             packed_small<To>(value<std::int32_t>(b)));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_CONVERSION_H
