// Numbers of few bits: exact values, and rounding in every direction.
#ifndef TORCHADA_PTX_FORMATS_H
#define TORCHADA_PTX_FORMATS_H

#include "registers.h"

namespace torchada {
namespace ptx {

enum class Rounding { kNearest, kZero, kDown, kUp, kNearestAway };

template <class... M>
inline constexpr Rounding rounding_of = has<_rz, M...> || has<_rzi, M...>   ? Rounding::kZero
                                        : has<_rm, M...> || has<_rmi, M...> ? Rounding::kDown
                                        : has<_rp, M...> || has<_rpi, M...> ? Rounding::kUp
                                        : has<_rna, M...>                   ? Rounding::kNearestAway
                                                                            : Rounding::kNearest;

inline constexpr std::uint32_t kNan32 = 0x7fffffffU;

TORCHADA_PTX bool is_nan(float x) { return (bits<std::uint32_t>(x) & 0x7fffffffU) > 0x7f800000U; }
TORCHADA_PTX bool is_nan(double x) {
  return (bits<std::uint64_t>(x) & 0x7fffffffffffffffU) > 0x7ff0000000000000U;
}
TORCHADA_PTX bool is_negative(float x) { return bits<std::uint32_t>(x) >> 31 != 0; }
TORCHADA_PTX bool is_negative(double x) { return bits<std::uint64_t>(x) >> 63 != 0; }
// NaN of one pattern, whichever NaN it was.
TORCHADA_PTX float canonical(float x) { return is_nan(x) ? f32_of_bits(kNan32) : x; }
TORCHADA_PTX double canonical(double x) { return x; }

// Denormal numbers are zeros of their sign.
TORCHADA_PTX float flushed(float x) {
  const std::uint32_t raw = bits<std::uint32_t>(x);
  return (raw & 0x7f800000U) == 0 ? bits<float>(raw & 0x80000000U) : x;
}

// `mantissa` * 2^-shift, rounded; `sticky`: a little more than that.
TORCHADA_PTX std::uint64_t rounded(std::uint64_t mantissa, int shift, bool is_negative,
                                   Rounding mode) {
  if (shift <= 0) return mantissa << -shift;
  const std::uint64_t whole = shift > 63 ? 0 : mantissa >> shift;
  const std::uint64_t rest =
      shift > 63 ? (mantissa != 0 ? 1 : 0) : mantissa & ((1ULL << shift) - 1);
  const std::uint64_t half = shift > 63 ? 2 : 1ULL << (shift - 1);
  bool up = false;
  switch (mode) {
    case Rounding::kNearest: up = rest > half || (rest == half && (whole & 1) != 0); break;
    case Rounding::kNearestAway: up = rest >= half; break;
    case Rounding::kDown: up = rest != 0 && is_negative; break;
    case Rounding::kUp: up = rest != 0 && !is_negative; break;
    default: break;
  }
  return whole + (up ? 1 : 0);
}

// A finite number in a format of `fraction` bits behind the point and a bias, without its sign. What is too large
// gets numbers beyond those of the format.
template <int fraction, int bias>
TORCHADA_PTX std::uint32_t narrow(float x, Rounding mode) {
  const std::uint32_t raw = bits<std::uint32_t>(x) & 0x7fffffffU;
  if (raw == 0) return 0;
  const int field = static_cast<int>(raw >> 23);
  const int exponent = (field == 0 ? 1 : field) - 127;
  const std::uint64_t mantissa = (raw & 0x7fffffU) | (field == 0 ? 0U : 0x800000U);
  const int low = 1 - bias;
  const bool is_denormal = exponent < low;
  const int shift = 23 - fraction + (is_denormal ? low - exponent : 0);
  const std::uint64_t result = rounded(mantissa, shift, is_negative(x), mode);
  // Of a normal number the highest bit adds one to the exponent.
  const std::uint32_t steps = is_denormal ? 0U : static_cast<std::uint32_t>(exponent + bias - 1);
  return static_cast<std::uint32_t>(result) + (steps << fraction);
}
template <int fraction, int bias>
TORCHADA_PTX std::uint32_t narrow(double x, Rounding mode) {
  const std::uint64_t raw = bits<std::uint64_t>(x) & 0x7fffffffffffffffU;
  if (raw == 0) return 0;
  const int field = static_cast<int>(raw >> 52);
  const int exponent = (field == 0 ? 1 : field) - 1023;
  if (exponent > bias + 1) return 0x7fffffffU;
  const std::uint64_t mantissa = (raw & 0xfffffffffffffU) | (field == 0 ? 0U : 1ULL << 52);
  const int low = 1 - bias;
  const bool is_denormal = exponent < low;
  const int shift = 52 - fraction + (is_denormal ? low - exponent : 0);
  const std::uint64_t result = rounded(mantissa, shift, is_negative(x), mode);
  const std::uint32_t steps = is_denormal ? 0U : static_cast<std::uint32_t>(exponent + bias - 1);
  return static_cast<std::uint32_t>(result) + (steps << fraction);
}

// Whether a rounding of what is too large ends at the largest finite number.
TORCHADA_PTX bool stays_finite(Rounding mode, bool is_negative) {
  return mode == Rounding::kZero || (mode == Rounding::kDown && !is_negative) ||
         (mode == Rounding::kUp && is_negative);
}

// f16 and bf16, with infinities. NaN becomes 0x7fff.
template <int fraction, int bias, std::uint32_t infinity, class From>
TORCHADA_PTX std::uint16_t half_of(From x, Rounding mode, bool is_finite_at_most) {
  if (is_nan(x)) return 0x7fff;
  const std::uint32_t sign = is_negative(x) ? 0x8000U : 0U;
  const bool is_infinite = x - x != From(0);
  std::uint32_t result = is_infinite ? infinity : narrow<fraction, bias>(x, mode);
  if (!is_infinite && result >= infinity) {
    result = stays_finite(mode, sign != 0) ? infinity - 1 : infinity;
  }
  if (is_finite_at_most && result == infinity) result = infinity - 1;
  return static_cast<std::uint16_t>(sign | result);
}

// A number of `fraction` bits behind the point, without its sign; no infinities.
template <int fraction, int bias>
TORCHADA_PTX float widened(std::uint32_t magnitude) {
  const std::uint32_t field = magnitude >> fraction;
  const std::uint32_t rest = magnitude & ((1U << fraction) - 1);
  if (field != 0) {
    return bits<float>((field + static_cast<std::uint32_t>(127 - bias)) << 23 |
                       rest << (23 - fraction));
  }
  return static_cast<float>(rest) *
         bits<float>(static_cast<std::uint32_t>(128 - bias - fraction) << 23);
}

TORCHADA_PTX float f32_of_f16(std::uint16_t x) {
  const std::uint32_t sign = (x & 0x8000U) << 16;
  const std::uint32_t magnitude = x & 0x7fffU;
  if (magnitude > 0x7c00U) return f32_of_bits(kNan32);
  if (magnitude == 0x7c00U) return bits<float>(sign | 0x7f800000U);
  return bits<float>(sign | bits<std::uint32_t>(widened<10, 15>(magnitude)));
}
TORCHADA_PTX float f32_of_bf16(std::uint16_t x) {
  return bits<float>(static_cast<std::uint32_t>(x) << 16);
}

// What a type of half size is as a float, and back.
template <class Type>
TORCHADA_PTX float widen(std::uint16_t x) {
  if constexpr (std::is_same<Type, _f16>::value || std::is_same<Type, _f16x2>::value) {
    return f32_of_f16(x);
  } else {
    return f32_of_bf16(x);
  }
}
template <class Type, class From>
TORCHADA_PTX std::uint16_t halve(From x, Rounding mode = Rounding::kNearest,
                                 bool is_finite = false) {
  if constexpr (std::is_same<Type, _f16>::value || std::is_same<Type, _f16x2>::value) {
    return half_of<10, 15, 0x7c00U>(x, mode, is_finite);
  } else {
    return half_of<7, 127, 0x7f80U>(x, mode, is_finite);
  }
}

template <class Type>
inline constexpr bool is_half =
    std::is_same<Type, _f16>::value || std::is_same<Type, _f16x2>::value ||
    std::is_same<Type, _bf16>::value || std::is_same<Type, _bf16x2>::value;
template <class Type>
inline constexpr bool is_floating =
    is_half<Type> || std::is_same<Type, _f32>::value || std::is_same<Type, _f64>::value ||
    std::is_same<Type, _f32x2>::value;

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_FORMATS_H
