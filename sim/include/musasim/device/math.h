// Math functions that the C library has not, in single and double precision, and min and max.
#pragma once

#include <cmath>

#define MUSASIM_MATH_1(name) \
  double name(double);       \
  float name##f(float);
MUSASIM_MATH_1(rsqrt)
MUSASIM_MATH_1(rcbrt)
MUSASIM_MATH_1(sinpi)
MUSASIM_MATH_1(cospi)
MUSASIM_MATH_1(normcdf)
MUSASIM_MATH_1(normcdfinv)
MUSASIM_MATH_1(erfinv)
MUSASIM_MATH_1(erfcinv)
MUSASIM_MATH_1(erfcx)
#undef MUSASIM_MATH_1

float rsqrt(float);
void sincospi(double, double* sine, double* cosine);
void sincospif(float, float* sine, float* cosine);
double norm3d(double, double, double);
float norm3df(float, float, float);
double rnorm3d(double, double, double);
float rnorm3df(float, float, float);
double rhypot(double, double);
float rhypotf(float, float);
float fdividef(float, float);

// Fast, less exact.
float __expf(float);
float __exp10f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __sinf(float);
float __cosf(float);
float __tanf(float);
void __sincosf(float, float* sine, float* cosine);
float __powf(float, float);
float __fdividef(float, float);
float __saturatef(float);
float __frsqrt_rn(float);

#define MUSASIM_ROUNDED_2(name, type) \
  type name##_rn(type, type);         \
  type name##_rz(type, type);         \
  type name##_ru(type, type);         \
  type name##_rd(type, type);
#define MUSASIM_ROUNDED_1(name, type) \
  type name##_rn(type);               \
  type name##_rz(type);               \
  type name##_ru(type);               \
  type name##_rd(type);
#define MUSASIM_ROUNDED_3(name, type) \
  type name##_rn(type, type, type);   \
  type name##_rz(type, type, type);   \
  type name##_ru(type, type, type);   \
  type name##_rd(type, type, type);
MUSASIM_ROUNDED_2(__fadd, float)
MUSASIM_ROUNDED_2(__fsub, float)
MUSASIM_ROUNDED_2(__fmul, float)
MUSASIM_ROUNDED_2(__fdiv, float)
MUSASIM_ROUNDED_3(__fmaf, float)
MUSASIM_ROUNDED_1(__frcp, float)
MUSASIM_ROUNDED_1(__fsqrt, float)
MUSASIM_ROUNDED_2(__dadd, double)
MUSASIM_ROUNDED_2(__dsub, double)
MUSASIM_ROUNDED_2(__dmul, double)
MUSASIM_ROUNDED_2(__ddiv, double)
MUSASIM_ROUNDED_3(__fma, double)
MUSASIM_ROUNDED_1(__drcp, double)
MUSASIM_ROUNDED_1(__dsqrt, double)
#undef MUSASIM_ROUNDED_1
#undef MUSASIM_ROUNDED_2
#undef MUSASIM_ROUNDED_3

#define MUSASIM_MIN_MAX(result, first, second)                      \
  constexpr result min(first a, second b) {                         \
    return static_cast<result>(b) < static_cast<result>(a) ? b : a; \
  }                                                                 \
  constexpr result max(first a, second b) {                         \
    return static_cast<result>(a) < static_cast<result>(b) ? b : a; \
  }
#define MUSASIM_MIN_MAX_INTEGERS(type)                         \
  MUSASIM_MIN_MAX(type, type, type)                            \
  MUSASIM_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  MUSASIM_MIN_MAX(unsigned type, type, unsigned type)          \
  MUSASIM_MIN_MAX(unsigned type, unsigned type, type)
MUSASIM_MIN_MAX_INTEGERS(int)
MUSASIM_MIN_MAX_INTEGERS(long)
MUSASIM_MIN_MAX_INTEGERS(long long)
MUSASIM_MIN_MAX(float, float, float)
MUSASIM_MIN_MAX(double, double, double)
MUSASIM_MIN_MAX(double, float, double)
MUSASIM_MIN_MAX(double, double, float)
#undef MUSASIM_MIN_MAX_INTEGERS
#undef MUSASIM_MIN_MAX

int abs(int) noexcept;
unsigned umin(unsigned, unsigned);
unsigned umax(unsigned, unsigned);
long long llmin(long long, long long);
long long llmax(long long, long long);
