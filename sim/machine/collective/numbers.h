// Values of the small floating point types as float, and back: round to nearest, ties to even.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace musasim::collective {

inline float float_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline std::uint32_t bits_of_float(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// All bits set or none: choosing by masks keeps loops free of branches, which would not vectorise.
inline std::uint32_t mask(bool set) { return 0u - static_cast<std::uint32_t>(set); }
inline std::uint32_t choose(std::uint32_t when, std::uint32_t yes, std::uint32_t no) {
  return (yes & when) | (no & ~when);
}

// Storage of each type; `get` and `set` are written without branches where loops should vectorise.
struct Half {
  std::uint16_t bits;

  static float get(Half half) {
    const std::uint32_t sign = (half.bits & 0x8000u) << 16;
    // With the exponent moved over, multiplying by 2^112 sets its bias right, subnormals included.
    const float scaled = float_of_bits((half.bits & 0x7fffu) << 13) * 0x1p112f;
    const std::uint32_t magnitude = bits_of_float(scaled);
    const std::uint32_t special = scaled >= 65536.0f ? 0x7f800000u : 0u;
    return float_of_bits(magnitude | special | sign);
  }

  static Half set(float value) {
    const std::uint32_t bits = bits_of_float(value);
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    const std::uint32_t odd = magnitude >> 13 & 1u;
    const std::uint32_t normal = (magnitude - (112u << 23) + 0xfffu + odd) >> 13;
    // Adding 0.5 leaves the subnormal's bits at the end, rounded by the addition itself.
    const std::uint32_t small = bits_of_float(float_of_bits(magnitude) + 0.5f) - 0x3f000000u;
    const std::uint32_t large = choose(mask(magnitude > 0x7f800000u), 0x7e00u, 0x7c00u);
    const std::uint32_t finite = choose(mask(magnitude < 0x38800000u), small, normal);
    return {
        static_cast<std::uint16_t>(choose(mask(magnitude >= 0x47800000u), large, finite) | sign)};
  }
};

struct Bfloat16 {
  std::uint16_t bits;

  static float get(Bfloat16 value) {
    return float_of_bits(static_cast<std::uint32_t>(value.bits) << 16);
  }

  static Bfloat16 set(float value) {
    const std::uint32_t bits = bits_of_float(value);
    const std::uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    const bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
    return {static_cast<std::uint16_t>(nan ? (bits >> 16 | 0x40u) : rounded)};
  }
};

// Beyond the range: the largest finite value, as in the platform's conversions.
template <int kMantissa, int kLeastExponent, int kLargest, int kNan>
struct Float8 {
  std::uint8_t bits;

  static float decode(int bits) {
    const int code = bits & 0x7f;
    const float sign = (bits & 0x80) != 0 ? -1.0f : 1.0f;
    if (code > kLargest) {
      const bool infinite = code == kLargest + 1 && code != kNan;
      return infinite ? sign * HUGE_VALF : std::nanf("");
    }
    const int field = code >> kMantissa;
    const int fraction = code & ((1 << kMantissa) - 1);
    const int digits = field == 0 ? fraction : fraction + (1 << kMantissa);
    const int exponent = kLeastExponent - kMantissa + (field == 0 ? 0 : field - 1);
    return sign * std::ldexp(static_cast<float>(digits), exponent);
  }

  static float get(Float8 value) {
    static const auto table = [] {
      std::array<float, 256> values{};
      for (int code = 0; code < 256; ++code) {
        values[static_cast<std::size_t>(code)] = decode(code);
      }
      return values;
    }();
    return table[value.bits];
  }

  // The same as Half's, with other widths.
  static Float8 set(float value) {
    constexpr std::uint32_t kShift = 23 - kMantissa;
    constexpr std::uint32_t kRebias = (126u + kLeastExponent) << 23;
    constexpr std::uint32_t kLeastNormal = (127u + kLeastExponent) << 23;
    constexpr std::uint32_t kMagic = (150u + kLeastExponent - kMantissa) << 23;
    const std::uint32_t bits = bits_of_float(value);
    const std::uint32_t sign = bits >> 24 & 0x80u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    const std::uint32_t odd = magnitude >> kShift & 1u;
    const std::uint32_t normal = (magnitude - kRebias + (1u << (kShift - 1)) - 1u + odd) >> kShift;
    const std::uint32_t small =
        bits_of_float(float_of_bits(magnitude) + float_of_bits(kMagic)) - kMagic;
    const std::uint32_t finite = choose(mask(magnitude < kLeastNormal), small, normal);
    const std::uint32_t largest = kLargest;
    const std::uint32_t cut = choose(mask(finite > largest), largest, finite);
    const std::uint32_t nan = kNan;
    return {static_cast<std::uint8_t>(choose(mask(magnitude > 0x7f800000u), nan, cut) | sign)};
  }
};

using Float8E4M3 = Float8<3, -6, 0x7e, 0x7f>;
using Float8E5M2 = Float8<2, -14, 0x7b, 0x7e>;

}  // namespace musasim::collective
