// Math functions that the C library has not, in single and double precision, and min and max.
// Arithmetic in a given rounding is in rounded.h.
#pragma once

// These give the functions of C++ for every type to the global namespace.
#include <math.h>
#include <stdlib.h>

#include <cmath>

#include "musasim/device/rounded.h"
#include "musasim/special.h"

// In double, and in float through double.
#define MUSASIM_MATH_1(name, expression)              \
  inline double name(double x) { return expression; } \
  inline float name##f(float a) {                     \
    const double x = a;                               \
    return static_cast<float>(expression);            \
  }
MUSASIM_MATH_1(rcbrt, 1.0 / std::cbrt(x))
MUSASIM_MATH_1(sinpi, ::musasim::special::sine_cosine_of_pi(x).sine)
MUSASIM_MATH_1(cospi, ::musasim::special::sine_cosine_of_pi(x).cosine)
MUSASIM_MATH_1(normcdf, ::musasim::special::normal_distribution(x))
MUSASIM_MATH_1(normcdfinv, ::musasim::special::normal_quantile(x))
MUSASIM_MATH_1(erfinv, ::musasim::special::erf_inverse(x))
MUSASIM_MATH_1(erfcinv, ::musasim::special::erfc_inverse(x))
MUSASIM_MATH_1(erfcx, ::musasim::special::erfc_scaled(x))
MUSASIM_MATH_1(cyl_bessel_i0, std::cyl_bessel_i(0.0, std::fabs(x)))
MUSASIM_MATH_1(cyl_bessel_i1, std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x))
#undef MUSASIM_MATH_1

inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }

inline void sincospi(double x, double* sine, double* cosine) {
  const ::musasim::special::SineCosine both = ::musasim::special::sine_cosine_of_pi(x);
  *sine = both.sine;
  *cosine = both.cosine;
}
inline void sincospif(float x, float* sine, float* cosine) {
  const ::musasim::special::SineCosine both = ::musasim::special::sine_cosine_of_pi(x);
  *sine = static_cast<float>(both.sine);
  *cosine = static_cast<float>(both.cosine);
}

// Lengths of vectors and their reciprocals. The float forms cannot overflow on the way.
inline double norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
inline double norm4d(double a, double b, double c, double d) {
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}
inline double norm(int count, const double* values) {
  double length = 0.0;
  for (int i = 0; i < count; ++i) length = std::hypot(length, values[i]);
  return length;
}
inline float normf(int count, const float* values) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += static_cast<double>(values[i]) * values[i];
  return static_cast<float>(std::sqrt(sum));
}
inline double rhypot(double a, double b) { return 1.0 / std::hypot(a, b); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline double rnorm(int count, const double* values) { return 1.0 / norm(count, values); }
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(norm4d(a, b, c, d));
}
inline float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(rnorm4d(a, b, c, d));
}
inline float rnormf(int count, const float* values) { return 1.0f / normf(count, values); }

// Less exact and faster on a device; here as exact as the others.
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return ::exp10f(x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __tanhf(float x) { return std::tanh(x); }
inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float fdividef(float x, float y) { return x / y; }
// The quotient is 0 where 1 / y would be subnormal.
inline float __fdividef(float x, float y) {
  return std::fabs(y) > 0x1p126f && std::fabs(y) <= 0x1.fffffep127f ? x * 0.0f : x / y;
}
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / std::sqrt(double{x})); }
// Into [0, 1]; NaN becomes 0.
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

#define MUSASIM_MIN_MAX(result, first, second) \
  constexpr result min(first a, second b) {    \
    const auto x = static_cast<result>(a);     \
    const auto y = static_cast<result>(b);     \
    return y < x ? y : x;                      \
  }                                            \
  constexpr result max(first a, second b) {    \
    const auto x = static_cast<result>(a);     \
    const auto y = static_cast<result>(b);     \
    return x < y ? y : x;                      \
  }
#define MUSASIM_MIN_MAX_INTEGERS(type)                         \
  MUSASIM_MIN_MAX(type, type, type)                            \
  MUSASIM_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  MUSASIM_MIN_MAX(unsigned type, type, unsigned type)          \
  MUSASIM_MIN_MAX(unsigned type, unsigned type, type)
MUSASIM_MIN_MAX_INTEGERS(int)
MUSASIM_MIN_MAX_INTEGERS(long)
MUSASIM_MIN_MAX_INTEGERS(long long)
#undef MUSASIM_MIN_MAX_INTEGERS
#undef MUSASIM_MIN_MAX

// Given a number and NaN, these give the number, as fmin and fmax do.
#define MUSASIM_MIN_MAX(result, first, second)                                \
  constexpr result min(first a, second b) {                                   \
    return b < a || a != a ? static_cast<result>(b) : static_cast<result>(a); \
  }                                                                           \
  constexpr result max(first a, second b) {                                   \
    return a < b || a != a ? static_cast<result>(b) : static_cast<result>(a); \
  }
MUSASIM_MIN_MAX(float, float, float)
MUSASIM_MIN_MAX(double, double, double)
MUSASIM_MIN_MAX(double, float, double)
MUSASIM_MIN_MAX(double, double, float)
#undef MUSASIM_MIN_MAX

constexpr unsigned umin(unsigned a, unsigned b) { return min(a, b); }
constexpr unsigned umax(unsigned a, unsigned b) { return max(a, b); }
constexpr long long llmin(long long a, long long b) { return min(a, b); }
constexpr long long llmax(long long a, long long b) { return max(a, b); }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
