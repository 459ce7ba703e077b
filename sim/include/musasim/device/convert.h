// Conversions between numbers in a given rounding (_rn: nearest, ties to even; _rz: toward zero; _ru:
// up; _rd: down), and between numbers and their bits. To an integer they saturate.
#pragma once

#include <cmath>
#include <limits>

#include "musasim/narrow_float.h"

namespace musasim {
namespace device {

using narrow::Rounding;
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UnsignedInt128;

// NaN becomes 0 in 32 bits, from float; else the lowest integer's bits.
template <class Integer, class Float>
inline Integer to_integer(Float value, Rounding mode) {
  constexpr bool kZero = sizeof(Integer) == 4 && sizeof(Float) == 4;
  constexpr Integer kNan =
      kZero ? Integer{0} : static_cast<Integer>(Integer{1} << (8 * sizeof(Integer) - 1));
  return narrow::to_integer<Integer>(value, mode, kNan, std::numeric_limits<Integer>::min(),
                                     std::numeric_limits<Integer>::max());
}

// Moves the nearest value to the one that the mode asks for; `error` has the sign of what the
// rounding to the nearest took away.
template <class Float>
inline Float directed(Float nearest, int error, Rounding mode) {
  constexpr Float kInfinity = std::numeric_limits<Float>::infinity();
  const bool inward = mode == Rounding::kTowardZero && error != 0 && (error < 0) == (nearest > 0);
  if (inward) return std::nextafter(nearest, Float{0});
  if (mode == Rounding::kDown && error < 0) return std::nextafter(nearest, -kInfinity);
  if (mode == Rounding::kUp && error > 0) return std::nextafter(nearest, kInfinity);
  return nearest;
}

template <class Wide>
inline int order(Wide a, Wide b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

// A double, which may itself be a value rounded to odd.
inline float to_float(double value, Rounding mode) {
  const float nearest = static_cast<float>(value);
  return directed(nearest, order(value, static_cast<double>(nearest)), mode);
}

template <class Integer>
inline double to_double(Integer value, Rounding mode) {
  const double nearest = static_cast<double>(value);
  return directed(nearest, order(static_cast<Int128>(value), static_cast<Int128>(nearest)), mode);
}

}  // namespace device
}  // namespace musasim

#define MUSASIM_ROUNDINGS(result, name, argument, convert)            \
  inline result name##_rn(argument value) {                           \
    return convert(value, ::musasim::device::Rounding::kNearestEven); \
  }                                                                   \
  inline result name##_rz(argument value) {                           \
    return convert(value, ::musasim::device::Rounding::kTowardZero);  \
  }                                                                   \
  inline result name##_ru(argument value) {                           \
    return convert(value, ::musasim::device::Rounding::kUp);          \
  }                                                                   \
  inline result name##_rd(argument value) {                           \
    return convert(value, ::musasim::device::Rounding::kDown);        \
  }
#define MUSASIM_TO_INTEGER(result, name, argument) \
  MUSASIM_ROUNDINGS(result, name, argument, ::musasim::device::to_integer<result>)
#define MUSASIM_WIDE_TO_FLOAT(value, mode) \
  ::musasim::device::to_float(::musasim::narrow::odd_double(value), mode)

MUSASIM_TO_INTEGER(int, __float2int, float)
MUSASIM_TO_INTEGER(unsigned, __float2uint, float)
MUSASIM_TO_INTEGER(long long, __float2ll, float)
MUSASIM_TO_INTEGER(unsigned long long, __float2ull, float)
MUSASIM_TO_INTEGER(int, __double2int, double)
MUSASIM_TO_INTEGER(unsigned, __double2uint, double)
MUSASIM_TO_INTEGER(long long, __double2ll, double)
MUSASIM_TO_INTEGER(unsigned long long, __double2ull, double)
MUSASIM_ROUNDINGS(float, __double2float, double, ::musasim::device::to_float)
MUSASIM_ROUNDINGS(float, __int2float, int, ::musasim::device::to_float)
MUSASIM_ROUNDINGS(float, __uint2float, unsigned, ::musasim::device::to_float)
MUSASIM_ROUNDINGS(float, __ll2float, long long, MUSASIM_WIDE_TO_FLOAT)
MUSASIM_ROUNDINGS(float, __ull2float, unsigned long long, MUSASIM_WIDE_TO_FLOAT)
MUSASIM_ROUNDINGS(double, __ll2double, long long, ::musasim::device::to_double)
MUSASIM_ROUNDINGS(double, __ull2double, unsigned long long, ::musasim::device::to_double)

#undef MUSASIM_ROUNDINGS
#undef MUSASIM_TO_INTEGER
#undef MUSASIM_WIDE_TO_FLOAT

inline double __int2double_rn(int value) { return value; }
inline double __uint2double_rn(unsigned value) { return value; }

inline int __float_as_int(float value) { return ::musasim::narrow::bit_copy<int>(value); }
inline unsigned __float_as_uint(float value) {
  return ::musasim::narrow::bit_copy<unsigned>(value);
}
inline float __int_as_float(int bits) { return ::musasim::narrow::bit_copy<float>(bits); }
inline float __uint_as_float(unsigned bits) { return ::musasim::narrow::bit_copy<float>(bits); }
inline long long __double_as_longlong(double value) {
  return ::musasim::narrow::bit_copy<long long>(value);
}
inline double __longlong_as_double(long long bits) {
  return ::musasim::narrow::bit_copy<double>(bits);
}
inline int __double2hiint(double value) {
  return static_cast<int>(__double_as_longlong(value) >> 32);
}
inline int __double2loint(double value) { return static_cast<int>(__double_as_longlong(value)); }
inline double __hiloint2double(int high, int low) {
  const unsigned long long upper = static_cast<unsigned>(high);
  return __longlong_as_double(static_cast<long long>(upper << 32 | static_cast<unsigned>(low)));
}
