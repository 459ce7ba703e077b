// Elements of any musaDataType_t: how each is stored, and reading and writing it as the type that
// is computed with.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "blas/cblas.h"
#include "library_types.h"
#include "musasim/narrow_float.h"

namespace musasim::blas {

// The narrow formats as they lie in memory.
struct Half {
  std::uint16_t bits;
  float value() const { return narrow::half_value(bits); }
  static Half from(double value) {
    return {static_cast<std::uint16_t>(narrow::encode(value, narrow::half_format()))};
  }
  static Half from(float value) { return {narrow::half_bits(value)}; }
};
struct Bfloat16 {
  std::uint16_t bits;
  float value() const { return narrow::bfloat16_value(bits); }
  static Bfloat16 from(double value) {
    return {static_cast<std::uint16_t>(narrow::encode(value, narrow::bfloat16_format()))};
  }
  static Bfloat16 from(float value) { return {narrow::bfloat16_bits(value)}; }
};

// The value of an fp8 code. With `infinities` the highest exponent holds infinity and NaN as usual;
// without, only the code of all ones is NaN.
template <int kMantissaBits, bool kInfinities>
float fp8_value(std::uint8_t code) {
  constexpr int kBias = (1 << (6 - kMantissaBits)) - 1;
  const int mantissa = code & ((1 << kMantissaBits) - 1);
  const int exponent = (code & 0x7f) >> kMantissaBits;
  const float sign = (code & 0x80) != 0 ? -1.0F : 1.0F;
  const bool highest = exponent == (0x7f >> kMantissaBits);
  if (highest && (kInfinities || (code & 0x7f) == 0x7f)) {
    return kInfinities && mantissa == 0 ? sign * std::numeric_limits<float>::infinity()
                                        : std::numeric_limits<float>::quiet_NaN();
  }
  const int whole = exponent == 0 ? mantissa : mantissa + (1 << kMantissaBits);
  const int power = (exponent == 0 ? 1 : exponent) - kBias - kMantissaBits;
  return sign * std::ldexp(static_cast<float>(whole), power);
}

// What is too large for fp8 becomes the largest value.
inline double saturated(double value, double largest) {
  return std::isnan(value) ? value : std::fmin(std::fmax(value, -largest), largest);
}
struct E4m3 {
  std::uint8_t bits;
  float value() const { return fp8_value<3, false>(bits); }
  static E4m3 from(double value) {
    return {
        static_cast<std::uint8_t>(narrow::encode(saturated(value, 448.0), narrow::e4m3_format()))};
  }
};
struct E5m2 {
  std::uint8_t bits;
  float value() const { return fp8_value<2, true>(bits); }
  static E5m2 from(double value) {
    return {static_cast<std::uint8_t>(
        narrow::encode(saturated(value, 57344.0), narrow::e5m2_format()))};
  }
};

// Calls f(Storage{}) with the storage type; false when the type is not one of those known here.
template <class F>
bool with_storage(musaDataType_t type, F f) {
  switch (type) {
    case MUSA_R_16F: return f(Half{}), true;
    case MUSA_R_16BF: return f(Bfloat16{}), true;
    case MUSA_R_32F: return f(float{}), true;
    case MUSA_R_64F: return f(double{}), true;
    case MUSA_R_8I: return f(std::int8_t{}), true;
    case MUSA_R_8U: return f(std::uint8_t{}), true;
    case MUSA_R_32I: return f(std::int32_t{}), true;
    case MUSA_R_8F_E4M3: return f(E4m3{}), true;
    case MUSA_R_8F_E5M2: return f(E5m2{}), true;
    case MUSA_C_8I: return f(std::complex<std::int8_t>{}), true;
    case MUSA_C_32F: return f(std::complex<float>{}), true;
    case MUSA_C_64F: return f(std::complex<double>{}), true;
    default: return false;
  }
}

inline std::size_t size_of(musaDataType_t type) {
  std::size_t size = 0;
  with_storage(type, [&](auto storage) { size = sizeof(storage); });
  return size;
}

inline bool is_complex(musaDataType_t type) {
  return type == MUSA_C_8I || type == MUSA_C_32F || type == MUSA_C_64F;
}

template <class S>
struct IsComplex : std::false_type {};
template <class R>
struct IsComplex<std::complex<R>> : std::true_type {};

// A stored element as C: float, double, or complex of them.
template <class C, class S>
C read(const S& stored) {
  if constexpr (IsComplex<S>::value) {
    if constexpr (kComplex<C>) {
      return C(static_cast<Real<C>>(stored.real()), static_cast<Real<C>>(stored.imag()));
    } else {
      return static_cast<C>(stored.real());
    }
  } else if constexpr (std::is_arithmetic_v<S>) {
    return C(static_cast<Real<C>>(stored));
  } else {
    return C(static_cast<Real<C>>(stored.value()));
  }
}

// Integers saturate and round to nearest even, as the platform's conversions do.
template <class I, class R>
I integer(R value) {
  const double wide = static_cast<double>(value);
  const double least = static_cast<double>(std::numeric_limits<I>::min());
  const double most = static_cast<double>(std::numeric_limits<I>::max());
  return std::isnan(wide) ? I{0}
                          : static_cast<I>(std::nearbyint(std::fmin(std::fmax(wide, least), most)));
}

template <class S, class R>
S real_from(R value) {
  if constexpr (std::is_integral_v<S>) {
    return integer<S>(value);
  } else if constexpr (std::is_floating_point_v<S>) {
    return static_cast<S>(value);
  } else {
    return S::from(value);
  }
}

template <class S, class C>
void write(S& stored, const C& value) {
  if constexpr (IsComplex<S>::value) {
    using Part = typename S::value_type;
    if constexpr (kComplex<C>) {
      stored = S(real_from<Part>(value.real()), real_from<Part>(value.imag()));
    } else {
      stored = S(real_from<Part>(value), Part(0));
    }
  } else if constexpr (kComplex<C>) {
    stored = real_from<S>(value.real());
  } else {
    stored = real_from<S>(value);
  }
}

// One element behind an untyped pointer.
template <class C>
C load(musaDataType_t type, const void* data, std::int64_t index = 0) {
  C value{};
  with_storage(type, [&](auto storage) {
    value = read<C>(static_cast<const decltype(storage)*>(data)[index]);
  });
  return value;
}

template <class C>
void store(musaDataType_t type, void* data, std::int64_t index, const C& value) {
  with_storage(type,
               [&](auto storage) { write(static_cast<decltype(storage)*>(data)[index], value); });
}

// The address of an element.
inline const void* element(musaDataType_t type, const void* data, std::int64_t index) {
  return static_cast<const char*>(data) + index * static_cast<std::int64_t>(size_of(type));
}
inline void* element(musaDataType_t type, void* data, std::int64_t index) {
  return static_cast<char*>(data) + index * static_cast<std::int64_t>(size_of(type));
}

}  // namespace musasim::blas
