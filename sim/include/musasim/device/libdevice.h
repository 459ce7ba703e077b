// The compiler's own library of device functions, __mt_*, as its other front ends call it: the type is in the
// name (_f32, _f64, _i32 ...), the linkage is C's. Of elementary functions there is also the name without a type.
#pragma once

#include <cmath>
#include <limits>

#include "musasim/device/convert.h"
#include "musasim/device/intrinsics.h"
#include "musasim/device/math.h"
#include "musasim/device/warp.h"

#define MUSASIM_MT_1(name, function)                                           \
  extern "C" inline float __mt_##name##_f32(float a) { return function(a); }   \
  extern "C" inline double __mt_##name##_f64(double a) { return function(a); } \
  inline float __mt_##name(float a) { return function(a); }                    \
  inline double __mt_##name(double a) { return function(a); }
#define MUSASIM_MT_2(name, function)                                                        \
  extern "C" inline float __mt_##name##_f32(float a, float b) { return function(a, b); }    \
  extern "C" inline double __mt_##name##_f64(double a, double b) { return function(a, b); } \
  inline float __mt_##name(float a, float b) { return function(a, b); }                     \
  inline double __mt_##name(double a, double b) { return function(a, b); }

MUSASIM_MT_1(acos, std::acos)
MUSASIM_MT_1(acosh, std::acosh)
MUSASIM_MT_1(asin, std::asin)
MUSASIM_MT_1(asinh, std::asinh)
MUSASIM_MT_1(atan, std::atan)
MUSASIM_MT_1(atanh, std::atanh)
MUSASIM_MT_1(cbrt, std::cbrt)
MUSASIM_MT_1(ceil, std::ceil)
MUSASIM_MT_1(cos, std::cos)
MUSASIM_MT_1(cosh, std::cosh)
MUSASIM_MT_1(erf, std::erf)
MUSASIM_MT_1(erfc, std::erfc)
MUSASIM_MT_1(exp, std::exp)
MUSASIM_MT_1(exp2, std::exp2)
MUSASIM_MT_1(expm1, std::expm1)
MUSASIM_MT_1(fabs, std::fabs)
MUSASIM_MT_1(floor, std::floor)
MUSASIM_MT_1(lgamma, std::lgamma)
MUSASIM_MT_1(log, std::log)
MUSASIM_MT_1(log10, std::log10)
MUSASIM_MT_1(log1p, std::log1p)
MUSASIM_MT_1(log2, std::log2)
MUSASIM_MT_1(logb, std::logb)
MUSASIM_MT_1(rint, std::rint)
MUSASIM_MT_1(round, std::round)
MUSASIM_MT_1(rsqrt, ::rsqrt)
MUSASIM_MT_1(sin, std::sin)
MUSASIM_MT_1(sinh, std::sinh)
MUSASIM_MT_1(sqrt, std::sqrt)
MUSASIM_MT_1(tan, std::tan)
MUSASIM_MT_1(tanh, std::tanh)
MUSASIM_MT_1(tgamma, std::tgamma)
MUSASIM_MT_1(trunc, std::trunc)
MUSASIM_MT_2(atan2, std::atan2)
MUSASIM_MT_2(copysign, std::copysign)
MUSASIM_MT_2(fdim, std::fdim)
MUSASIM_MT_2(fmax, std::fmax)
MUSASIM_MT_2(fmin, std::fmin)
MUSASIM_MT_2(fmod, std::fmod)
MUSASIM_MT_2(hypot, std::hypot)
MUSASIM_MT_2(nextafter, std::nextafter)
MUSASIM_MT_2(pow, std::pow)
MUSASIM_MT_2(powr, std::pow)
MUSASIM_MT_2(remainder, std::remainder)
#undef MUSASIM_MT_1
#undef MUSASIM_MT_2

inline float __mt_fma(float a, float b, float c) { return std::fma(a, b, c); }
inline double __mt_fma(double a, double b, double c) { return std::fma(a, b, c); }
inline int __mt_ilogb(float a) { return std::ilogb(a); }
inline int __mt_ilogb(double a) { return std::ilogb(a); }
inline float __mt_sinpi(float a) { return sinpif(a); }
inline double __mt_sinpi(double a) { return sinpi(a); }
inline float __mt_cospi(float a) { return cospif(a); }
inline double __mt_cospi(double a) { return cospi(a); }

extern "C" {

// A result, a name, parameters in parentheses, what is returned.
#define MUSASIM_MT(result, name, parameters, expression) \
  inline result __mt_##name parameters { return expression; }

MUSASIM_MT(float, fma_f32, (float a, float b, float c), std::fma(a, b, c))
MUSASIM_MT(double, fma_f64, (double a, double b, double c), std::fma(a, b, c))
MUSASIM_MT(float, sinpi_f32, (float a), sinpif(a))
MUSASIM_MT(double, sinpi_f64, (double a), sinpi(a))
MUSASIM_MT(float, cospi_f32, (float a), cospif(a))
MUSASIM_MT(double, cospi_f64, (double a), cospi(a))
MUSASIM_MT(float, exp10_f32, (float a), ::exp10f(a))
MUSASIM_MT(double, exp10_f64, (double a), ::exp10(a))
MUSASIM_MT(float, expf_f32, (float a), std::exp(a))
MUSASIM_MT(double, exp_cuda_f64, (double a), std::exp(a))
MUSASIM_MT(float, fast_fdivide_f32, (float a, float b), __fdividef(a, b))
MUSASIM_MT(float, ncdf_f32, (float a), normcdff(a))
MUSASIM_MT(float, saturate_f32, (float a), __saturatef(a))
MUSASIM_MT(double, round_cuda_f64, (double a), std::round(a))
MUSASIM_MT(float, frexp_f32, (float a, int* exponent), std::frexp(a, exponent))
MUSASIM_MT(double, frexp_f64, (double a, int* exponent), std::frexp(a, exponent))
MUSASIM_MT(float, modf_f32, (float a, float* whole), std::modf(a, whole))
MUSASIM_MT(double, modf_f64, (double a, double* whole), std::modf(a, whole))
MUSASIM_MT(float, remquo_f32, (float a, float b, int* quotient), std::remquo(a, b, quotient))
MUSASIM_MT(double, remquo_f64, (double a, double b, int* quotient), std::remquo(a, b, quotient))
MUSASIM_MT(float, ldexp_f32, (float a, int exponent), std::ldexp(a, exponent))
MUSASIM_MT(double, ldexp_f64, (double a, int exponent), std::ldexp(a, exponent))
MUSASIM_MT(float, scalbn_f32, (float a, int exponent), std::scalbn(a, exponent))
MUSASIM_MT(double, scalbn_f64, (double a, int exponent), std::scalbn(a, exponent))
MUSASIM_MT(float, pown_f32, (float a, int b), static_cast<float>(std::pow(double{a}, b)))
MUSASIM_MT(double, pown_f64, (double a, int b), std::pow(a, b))
MUSASIM_MT(float, nan_f32, (const signed char*), __builtin_nanf(""))
MUSASIM_MT(double, nan_cuda_f64, (const signed char*), __builtin_nan(""))

MUSASIM_MT(int, ilogb_f32, (float a), std::ilogb(a))
MUSASIM_MT(int, ilogb_f64, (double a), std::ilogb(a))
MUSASIM_MT(long long, llrint_f32, (float a), __float2ll_rn(a))
MUSASIM_MT(long long, llrint_f64, (double a), __double2ll_rn(a))
MUSASIM_MT(long long, llround_f32, (float a), __double2ll_rz(std::round(double{a})))
MUSASIM_MT(long long, llround_f64, (double a), __double2ll_rz(std::round(a)))
MUSASIM_MT(long long, llround_cuda_f64, (double a), __double2ll_rz(std::round(a)))

MUSASIM_MT(int, isnan_f32, (float a), std::isnan(a))
MUSASIM_MT(int, isinf_f32, (float a), std::isinf(a))
MUSASIM_MT(int, isfinite_f32, (float a), std::isfinite(a))
MUSASIM_MT(bool, signbit_f32, (float a), std::signbit(a))
MUSASIM_MT(int, isnan_f64, (double a), std::isnan(a))
MUSASIM_MT(int, isinf_f64, (double a), std::isinf(a))
MUSASIM_MT(int, isfinite_f64, (double a), std::isfinite(a))
MUSASIM_MT(int, isnormal_f64, (double a), std::isnormal(a))
MUSASIM_MT(bool, signbit_f64, (double a), std::signbit(a))
MUSASIM_MT(int, isunordered_f64, (double a, double b), std::isunordered(a, b))
MUSASIM_MT(int, isless_f64, (double a, double b), std::isless(a, b))
MUSASIM_MT(int, islessequal_f64, (double a, double b), std::islessequal(a, b))
MUSASIM_MT(int, isgreater_f64, (double a, double b), std::isgreater(a, b))
MUSASIM_MT(int, isgreaterequal_f64, (double a, double b), std::isgreaterequal(a, b))
MUSASIM_MT(int, islessgreater_f64, (double a, double b), std::islessgreater(a, b))

// Arithmetic of doubles as functions, also in a given rounding: to the nearest even (rte), toward zero (rtz),
// up (rtp), down (rtn). Comparisons give 1 or 0.
#define MUSASIM_MT_ARITHMETIC(name, intrinsic)                                   \
  MUSASIM_MT(double, name##_f64, (double a, double b), intrinsic##_rn(a, b))     \
  MUSASIM_MT(double, name##_rte_f64, (double a, double b), intrinsic##_rn(a, b)) \
  MUSASIM_MT(double, name##_rtz_f64, (double a, double b), intrinsic##_rz(a, b)) \
  MUSASIM_MT(double, name##_rtp_f64, (double a, double b), intrinsic##_ru(a, b)) \
  MUSASIM_MT(double, name##_rtn_f64, (double a, double b), intrinsic##_rd(a, b))
MUSASIM_MT_ARITHMETIC(add, __dadd)
MUSASIM_MT_ARITHMETIC(sub, __dsub)
MUSASIM_MT_ARITHMETIC(mul, __dmul)
MUSASIM_MT_ARITHMETIC(div, __ddiv)
#undef MUSASIM_MT_ARITHMETIC
MUSASIM_MT(double, rem_f64, (double a, double b), std::fmod(a, b))
MUSASIM_MT(double, eq_f64, (double a, double b), a == b ? 1.0 : 0.0)
MUSASIM_MT(double, ne_f64, (double a, double b), a != b ? 1.0 : 0.0)
MUSASIM_MT(double, gt_f64, (double a, double b), a > b ? 1.0 : 0.0)
MUSASIM_MT(double, lt_f64, (double a, double b), a < b ? 1.0 : 0.0)
MUSASIM_MT(double, ge_f64, (double a, double b), a >= b ? 1.0 : 0.0)
MUSASIM_MT(double, le_f64, (double a, double b), a <= b ? 1.0 : 0.0)
MUSASIM_MT(float, fadd_rn_f32, (float a, float b), __fadd_rn(a, b))
MUSASIM_MT(float, fsub_rn_f32, (float a, float b), __fsub_rn(a, b))
MUSASIM_MT(float, fmul_rn_f32, (float a, float b), __fmul_rn(a, b))
MUSASIM_MT(float, fmaf_rn_f32, (float a, float b, float c), __fmaf_rn(a, b, c))

MUSASIM_MT(int, float_as_int, (float a), __float_as_int(a))
MUSASIM_MT(unsigned, float_as_uint, (float a), __float_as_uint(a))
MUSASIM_MT(float, int_as_float, (int a), __int_as_float(a))
MUSASIM_MT(float, uint_as_float, (unsigned a), __uint_as_float(a))
MUSASIM_MT(long long, double_as_longlong, (double a), __double_as_longlong(a))
MUSASIM_MT(double, longlong_as_double, (long long a), __longlong_as_double(a))
MUSASIM_MT(unsigned long long, double_as_ulonglong, (double a),
           static_cast<unsigned long long>(__double_as_longlong(a)))
MUSASIM_MT(double, ulonglong_as_double, (unsigned long long a),
           __longlong_as_double(static_cast<long long>(a)))
MUSASIM_MT(int, double_to_i32_rn, (double a), __double2int_rn(a))
MUSASIM_MT(int, f32_to_i32_rd, (float a), __float2int_rd(a))
MUSASIM_MT(int, f32_to_i32_ru, (float a), __float2int_ru(a))
MUSASIM_MT(float, ui32_to_f32_rp, (unsigned a), __uint2float_ru(a))

MUSASIM_MT(int, abs_i32, (int a), a < 0 ? static_cast<int>(0U - static_cast<unsigned>(a)) : a)
MUSASIM_MT(long long, abs_i64, (long long a),
           a < 0 ? static_cast<long long>(0ULL - static_cast<unsigned long long>(a)) : a)
MUSASIM_MT(int, ffs_i32, (int a), __ffs(a))
MUSASIM_MT(int, ffsll_i64, (long long a), __ffsll(a))
MUSASIM_MT(int, max, (int a, int b), a < b ? b : a)
MUSASIM_MT(int, min, (int a, int b), b < a ? b : a)
MUSASIM_MT(unsigned, umax, (unsigned a, unsigned b), a < b ? b : a)
MUSASIM_MT(unsigned, umin, (unsigned a, unsigned b), b < a ? b : a)
MUSASIM_MT(long long, llmax, (long long a, long long b), a < b ? b : a)
MUSASIM_MT(long long, llmin, (long long a, long long b), b < a ? b : a)
MUSASIM_MT(unsigned long long, ullmax, (unsigned long long a, unsigned long long b), a < b ? b : a)
MUSASIM_MT(unsigned long long, ullmin, (unsigned long long a, unsigned long long b), b < a ? b : a)
MUSASIM_MT(int, mul24, (int a, int b), __mul24(a, b))
MUSASIM_MT(unsigned, umul24, (unsigned a, unsigned b), __umul24(a, b))
MUSASIM_MT(int, mulhi, (int a, int b), __mulhi(a, b))
MUSASIM_MT(unsigned, umulhi, (unsigned a, unsigned b), __umulhi(a, b))
MUSASIM_MT(long long, mul64hi, (long long a, long long b), __mul64hi(a, b))
MUSASIM_MT(unsigned long long, umul64hi, (unsigned long long a, unsigned long long b),
           __umul64hi(a, b))
MUSASIM_MT(int, hadd, (int a, int b), __hadd(a, b))
MUSASIM_MT(int, rhadd, (int a, int b), __rhadd(a, b))
MUSASIM_MT(unsigned, uhadd, (unsigned a, unsigned b), __uhadd(a, b))
MUSASIM_MT(unsigned, urhadd, (unsigned a, unsigned b), __urhadd(a, b))
MUSASIM_MT(int, sad, (int a, int b, int c), static_cast<int>(__sad(a, b, static_cast<unsigned>(c))))
MUSASIM_MT(unsigned, usad, (unsigned a, unsigned b, unsigned c), __usad(a, b, c))

MUSASIM_MT(int, vote_all_sync_i32, (unsigned mask, int a), __all_sync(mask, a))
MUSASIM_MT(int, vote_any_sync_i32, (unsigned mask, int a), __any_sync(mask, a))
MUSASIM_MT(unsigned, vote_ballot_sync_u32, (unsigned mask, int a), __ballot_sync(mask, a))
MUSASIM_MT(unsigned, match_any_sync_u32, (unsigned mask, unsigned a), __match_any_sync(mask, a))
MUSASIM_MT(unsigned, match_any_sync_f32, (unsigned mask, float a), __match_any_sync(mask, a))
MUSASIM_MT(unsigned, match_all_sync_u32, (unsigned mask, unsigned a, int* all),
           __match_all_sync(mask, a, all))
MUSASIM_MT(unsigned, match_all_sync_f32, (unsigned mask, float a, int* all),
           __match_all_sync(mask, a, all))
// The value in two words.
MUSASIM_MT(unsigned, match_any_sync_u64, (unsigned mask, unsigned low, unsigned high),
           __match_any_sync(mask, static_cast<unsigned long long>(high) << 32 | low))
MUSASIM_MT(unsigned, match_all_sync_u64, (unsigned mask, unsigned low, unsigned high, int* all),
           __match_all_sync(mask, static_cast<unsigned long long>(high) << 32 | low, all))
#define MUSASIM_MT_REDUCE(name, type, suffix)                              \
  MUSASIM_MT(type, reduce_##name##_sync_##suffix, (unsigned mask, type a), \
             __reduce_##name##_sync(mask, a))
MUSASIM_MT_REDUCE(add, unsigned, u32)
MUSASIM_MT_REDUCE(min, unsigned, u32)
MUSASIM_MT_REDUCE(max, unsigned, u32)
MUSASIM_MT_REDUCE(add, int, i32)
MUSASIM_MT_REDUCE(min, int, i32)
MUSASIM_MT_REDUCE(max, int, i32)
MUSASIM_MT_REDUCE(and, unsigned, u32)
MUSASIM_MT_REDUCE(or, unsigned, u32)
MUSASIM_MT_REDUCE(xor, unsigned, u32)
#undef MUSASIM_MT_REDUCE

// Rounded, and cut to what a byte holds; NaN becomes 0.
#define MUSASIM_MT_TO_BYTE(name, type, mode)                                       \
  inline type name(float a) {                                                      \
    return static_cast<type>(::musasim::narrow::to_integer<int>(                   \
        a, ::musasim::narrow::Rounding::mode, 0, std::numeric_limits<type>::min(), \
        std::numeric_limits<type>::max()));                                        \
  }
MUSASIM_MT_TO_BYTE(__mt_float2char_rz_sat, signed char, kTowardZero)
MUSASIM_MT_TO_BYTE(__mt_float2uchar_rz_sat, unsigned char, kTowardZero)
MUSASIM_MT_TO_BYTE(__musa_f2uc_rz_sat, unsigned char, kTowardZero)
MUSASIM_MT_TO_BYTE(__musa_f2uc_rn_sat, unsigned char, kNearestEven)
MUSASIM_MT_TO_BYTE(__musa_f2c_rz_sat, signed char, kTowardZero)
MUSASIM_MT_TO_BYTE(__musa_f2c_rn_sat, signed char, kNearestEven)
MUSASIM_MT_TO_BYTE(__float2char_rz_sat, signed char, kTowardZero)
MUSASIM_MT_TO_BYTE(__float2char_rn_sat, signed char, kNearestEven)
MUSASIM_MT_TO_BYTE(__float2uchar_rz_sat, unsigned char, kTowardZero)
MUSASIM_MT_TO_BYTE(__float2uchar_rn_sat, unsigned char, kNearestEven)
#undef MUSASIM_MT_TO_BYTE
#undef MUSASIM_MT

inline float __musa_float_to_tf32(float a) { return ::musasim::narrow::round_to_tf32(a); }

// Functions that the compiler makes of a machine instruction.
inline float __musa_exp2_f(float a) { return std::exp2(a); }
inline float __musa_log2_f(float a) { return std::log2(a); }
inline float __musa_sin_f(float a) { return std::sin(a); }
inline float __musa_cos_f(float a) { return std::cos(a); }
inline float __musa_tanh_f(float a) { return std::tanh(a); }
inline float __musa_sqrt_f(float a) { return std::sqrt(a); }
inline float __musa_rsqrt_f(float a) { return rsqrtf(a); }
inline float __musa_rcp_f(float a) { return 1.0f / a; }
inline float __musa_fabs_f(float a) { return std::fabs(a); }

// `count` bits from `first` on.
inline unsigned __bfe_u32(unsigned value, unsigned first, unsigned count) {
  if (first > 31 || count == 0) return 0;
  return value >> first & (count > 31 ? ~0U : (1U << count) - 1U);
}

}  // extern "C"

inline float2 __fadd2_rn(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline float2 __fmul2_rn(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
inline float2 __ffma2_rn(float2 a, float2 b, float2 c) {
  return make_float2(std::fma(a.x, b.x, c.x), std::fma(a.y, b.y, c.y));
}
