// The narrow floating point formats (half, bfloat16, fp8) as bits: exact conversions from and to
// the wide types, in every rounding mode. The headers of the formats build on it; C++11.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace musasim {
namespace narrow {

enum class Rounding { kNearestEven, kTowardZero, kDown, kUp };

struct Format {
  int exponent_bits;
  int mantissa_bits;
  unsigned largest;   // code of the largest finite value
  unsigned overflow;  // code of what lies beyond: infinity, or NaN where there is none
  unsigned nan;
};

inline constexpr Format half_format() { return Format{5, 10, 0x7bff, 0x7c00, 0x7fff}; }
inline constexpr Format bfloat16_format() { return Format{8, 7, 0x7f7f, 0x7f80, 0x7fff}; }
inline constexpr Format e5m2_format() { return Format{5, 2, 0x7b, 0x7c, 0x7e}; }
inline constexpr Format e4m3_format() { return Format{4, 3, 0x7e, 0x7f, 0x7f}; }

template <class To, class From>
inline To bit_copy(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "bits are copied between types of one size");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

// The effect of a dropped part on the kept one.
inline bool rounds_up(std::uint64_t kept, std::uint64_t rest, int dropped, bool negative,
                      Rounding mode) {
  const std::uint64_t middle = std::uint64_t{1} << (dropped - 1);
  switch (mode) {
    case Rounding::kNearestEven: return rest > middle || (rest == middle && (kept & 1) != 0);
    case Rounding::kTowardZero: return false;
    case Rounding::kDown: return negative && rest != 0;
    case Rounding::kUp: return !negative && rest != 0;
  }
  return false;
}

// A finite value beyond the largest one goes to infinity only when the mode rounds away from zero.
inline unsigned beyond(const Format& format, bool negative, Rounding mode) {
  const bool away = mode == Rounding::kNearestEven || (mode == Rounding::kDown && negative) ||
                    (mode == Rounding::kUp && !negative);
  return away ? format.overflow : format.largest;
}

// The code of the value; the sign is the bit above exponent and mantissa.
inline unsigned encode(double value, const Format& format, Rounding mode = Rounding::kNearestEven) {
  const std::uint64_t bits = bit_copy<std::uint64_t>(value);
  const bool negative = (bits >> 63) != 0;
  const std::uint64_t magnitude = bits & 0x7fffffffffffffffULL;
  const std::uint64_t infinity = 0x7ff0000000000000ULL;
  const unsigned sign = negative ? 1u << (format.exponent_bits + format.mantissa_bits) : 0u;
  if (magnitude > infinity) return format.nan;
  if (magnitude == infinity) return sign | format.overflow;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  // Doubles below the normal ones lie far below every narrow format: one as small does for them.
  int exponent = static_cast<int>(magnitude >> 52) - 1023;
  std::uint64_t significand = (magnitude & 0xfffffffffffffULL) | 0x10000000000000ULL;
  if (magnitude == 0) return sign;
  const bool subnormal = exponent < 1 - bias;
  int dropped = 52 - format.mantissa_bits + (subnormal ? 1 - bias - exponent : 0);
  if (dropped > 54) {
    significand = 1;
    dropped = 2;
  }
  std::uint64_t kept = significand >> dropped;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << dropped) - 1);
  if (rounds_up(kept, rest, dropped, negative, mode)) ++kept;
  if (!subnormal) {
    kept += static_cast<std::uint64_t>(exponent + bias - 1) << format.mantissa_bits;
  }
  return sign |
         (kept > format.largest ? beyond(format, negative, mode) : static_cast<unsigned>(kept));
}

inline std::uint16_t half_bits(float value) {
  const std::uint32_t bits = bit_copy<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x47800000u) {  // 65536 and above
    return static_cast<std::uint16_t>(magnitude > 0x7f800000u ? 0x7fffu : sign | 0x7c00u);
  }
  if (magnitude < 0x38800000u) {
    // Subnormal as half. The unit in the last place of 0.5f is half's smallest value, so that the
    // addition does the rounding.
    const float shifted = bit_copy<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (bit_copy<std::uint32_t>(shifted) - 0x3f000000u));
  }
  magnitude += 0xc8000fffu + ((magnitude >> 13) & 1u);  // exponent - 112, and round to even
  return static_cast<std::uint16_t>(sign | (magnitude >> 13));
}

inline float half_value(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) {
    return bit_copy<float>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  }
  if (magnitude < 0x400u) {
    const float value = static_cast<float>(magnitude) * 5.9604644775390625e-8f;  // 2^-24
    return bit_copy<float>(sign | bit_copy<std::uint32_t>(value));
  }
  return bit_copy<float>(sign | ((magnitude << 13) + 0x38000000u));
}

inline std::uint16_t bfloat16_bits(float value) {
  const std::uint32_t bits = bit_copy<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

inline float bfloat16_value(std::uint16_t bits) {
  return bit_copy<float>(static_cast<std::uint32_t>(bits) << 16);
}

// a * b + c in double, rounded to odd: a narrow format that this is then rounded to gets what one
// rounding of the exact sum gives. The product of two narrow values is exact in double.
inline double fused(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  if (!std::isfinite(sum)) return sum;
  const double back = sum - product;
  const double error = (product - (sum - back)) + (c - back);
  std::uint64_t bits = bit_copy<std::uint64_t>(sum);
  if (error == 0.0 || (bits & 1) != 0) return sum;
  const bool away = (error > 0.0) == (sum > 0.0);
  bits = away ? bits + 1 : bits - 1;
  return bit_copy<double>(bits);
}

// An integer as a double, rounded to odd where it needs more than 53 bits.
inline double odd_double(unsigned long long value) {
  if (value >> 53 == 0) return static_cast<double>(value);
  const unsigned long long dropped = value & 0x7ffULL;
  return static_cast<double>((value >> 11) | (dropped != 0 ? 1ULL : 0ULL)) * 2048.0;
}

inline double odd_double(long long value) {
  const bool negative = value < 0;
  const unsigned long long magnitude = negative ? 0ULL - static_cast<unsigned long long>(value)
                                                : static_cast<unsigned long long>(value);
  const double result = odd_double(magnitude);
  return negative ? -result : result;
}

// The multiplier of tf32 reads ten bits of the fraction.
inline float tf32_value(float value) {
  return bit_copy<float>(bit_copy<std::uint32_t>(value) & 0xffffe000u);
}

// The nearest value with ten bits of fraction; ties go away from zero. Infinities and NaN stay.
inline float round_to_tf32(float value) {
  if (!std::isfinite(value)) return value;
  return tf32_value(bit_copy<float>(bit_copy<std::uint32_t>(value) + 0x1000u));
}

inline double to_integral(double value, Rounding mode) {
  if (std::isinf(value)) return value;
  switch (mode) {
    case Rounding::kNearestEven: return std::nearbyint(value);
    case Rounding::kTowardZero: return std::trunc(value);
    case Rounding::kDown: return std::floor(value);
    case Rounding::kUp: return std::ceil(value);
  }
  return value;
}

// 1 / value; by hand for zero, because sanitizers take a division by zero for a fault.
inline double reciprocal(double value) {
  return value == 0.0 ? std::copysign(std::numeric_limits<double>::infinity(), value) : 1.0 / value;
}

// To an integer type as the device does it: out of range saturates, NaN gives `nan`.
template <class Integer>
inline Integer to_integer(double value, Rounding mode, Integer nan, Integer least, Integer most) {
  if (std::isnan(value)) return nan;
  const double integral = to_integral(value, mode);
  if (integral <= static_cast<double>(least)) return least;
  if (integral >= static_cast<double>(most)) return most;
  return static_cast<Integer>(integral);
}

}  // namespace narrow
}  // namespace musasim
