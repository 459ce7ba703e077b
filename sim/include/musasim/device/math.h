// Math functions that the C library has not, in single and double precision, and min and max.
#pragma once

#include <cmath>
#include <type_traits>

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

namespace musasim {
template <class A, class B>
using CommonNumber =
    std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>, std::common_type_t<A, B>>;
}

template <class A, class B>
constexpr musasim::CommonNumber<A, B> min(A a, B b) {
  using Number = musasim::CommonNumber<A, B>;
  return static_cast<Number>(b) < static_cast<Number>(a) ? b : a;
}
template <class A, class B>
constexpr musasim::CommonNumber<A, B> max(A a, B b) {
  using Number = musasim::CommonNumber<A, B>;
  return static_cast<Number>(a) < static_cast<Number>(b) ? b : a;
}
int abs(int) noexcept;
unsigned umin(unsigned, unsigned);
unsigned umax(unsigned, unsigned);
long long llmin(long long, long long);
long long llmax(long long, long long);
