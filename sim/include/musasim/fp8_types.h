// The C++ types of musa_fp8.h, which includes this. As on the platform all conversions are explicit
// and cut to the largest finite value.
#pragma once

#define MUSASIM_FP8_FROM(type, from, convert) \
  explicit type(from value) : __x(static_cast<decltype(__x)>(convert)) {}

#define MUSASIM_FP8_TO(to)                                                    \
  explicit operator to() const {                                              \
    return musasim::narrow::to_integer<to>(                                   \
        static_cast<float>(*this), musasim::narrow::Rounding::kTowardZero, 0, \
        std::numeric_limits<to>::min(), std::numeric_limits<to>::max());      \
  }
#define MUSASIM_FP8_TO_WIDE(to)                                                 \
  explicit operator to() const {                                                \
    return musasim::narrow::to_integer<to>(                                     \
        static_cast<float>(*this), musasim::narrow::Rounding::kTowardZero,      \
        static_cast<to>(0x8000000000000000ULL), std::numeric_limits<to>::min(), \
        std::numeric_limits<to>::max());                                        \
  }

#define MUSASIM_FP8_SINGLE(type, kind)                                                            \
  struct type {                                                                                   \
    __mt_fp8_storage_t __x;                                                                       \
    type() = default;                                                                             \
    MUSASIM_FP8_FROM(type, __half, __musa_cvt_halfraw_to_fp8(value, __MT_SATFINITE, kind))        \
    MUSASIM_FP8_FROM(type, __mt_bfloat16,                                                         \
                     __musa_cvt_bfloat16raw_to_fp8(value, __MT_SATFINITE, kind))                  \
    MUSASIM_FP8_FROM(type, float, __musa_cvt_float_to_fp8(value, __MT_SATFINITE, kind))           \
    MUSASIM_FP8_FROM(type, double, __musa_cvt_double_to_fp8(value, __MT_SATFINITE, kind))         \
    MUSASIM_FP8_FROM(type, short, __musa_cvt_double_to_fp8(value, __MT_SATFINITE, kind))          \
    MUSASIM_FP8_FROM(type, unsigned short, __musa_cvt_double_to_fp8(value, __MT_SATFINITE, kind)) \
    MUSASIM_FP8_FROM(type, int, __musa_cvt_double_to_fp8(value, __MT_SATFINITE, kind))            \
    MUSASIM_FP8_FROM(type, unsigned int, __musa_cvt_double_to_fp8(value, __MT_SATFINITE, kind))   \
    MUSASIM_FP8_FROM(type, long long,                                                             \
                     __musa_cvt_double_to_fp8(musasim::narrow::odd_double(value), __MT_SATFINITE, \
                                              kind))                                              \
    MUSASIM_FP8_FROM(type, unsigned long long,                                                    \
                     __musa_cvt_double_to_fp8(musasim::narrow::odd_double(value), __MT_SATFINITE, \
                                              kind))                                              \
    explicit operator __half() const { return __musa_cvt_fp8_to_halfraw(__x, kind); }             \
    explicit operator float() const {                                                             \
      return musasim::narrow::half_value(__musa_cvt_fp8_to_halfraw(__x, kind).x);                 \
    }                                                                                             \
    explicit operator double() const { return static_cast<float>(*this); }                        \
    explicit operator __mt_bfloat16() const {                                                     \
      return __float2bfloat16(static_cast<float>(*this));                                         \
    }                                                                                             \
    explicit operator bool() const { return (__x & 0x7fu) != 0; }                                 \
    MUSASIM_FP8_TO(unsigned char)                                                                 \
    MUSASIM_FP8_TO(signed char)                                                                   \
    MUSASIM_FP8_TO(short)                                                                         \
    MUSASIM_FP8_TO(unsigned short)                                                                \
    MUSASIM_FP8_TO(int)                                                                           \
    MUSASIM_FP8_TO(unsigned int)                                                                  \
    MUSASIM_FP8_TO_WIDE(long long)                                                                \
    MUSASIM_FP8_TO_WIDE(unsigned long long)                                                       \
  };

#define MUSASIM_FP8_PAIR(type, kind)                                                           \
  struct alignas(2) type {                                                                     \
    __mt_fp8x2_storage_t __x;                                                                  \
    type() = default;                                                                          \
    MUSASIM_FP8_FROM(type, __half2, __musa_cvt_halfraw2_to_fp8x2(value, __MT_SATFINITE, kind)) \
    MUSASIM_FP8_FROM(type, __mt_bfloat162,                                                     \
                     __musa_cvt_bfloat16raw2_to_fp8x2(value, __MT_SATFINITE, kind))            \
    MUSASIM_FP8_FROM(type, float2, __musa_cvt_float2_to_fp8x2(value, __MT_SATFINITE, kind))    \
    MUSASIM_FP8_FROM(type, double2, __musa_cvt_double2_to_fp8x2(value, __MT_SATFINITE, kind))  \
    explicit operator __half2() const { return __musa_cvt_fp8x2_to_halfraw2(__x, kind); }      \
    explicit operator float2() const {                                                         \
      return __half22float2(__half2(__musa_cvt_fp8x2_to_halfraw2(__x, kind)));                 \
    }                                                                                          \
  };

#define MUSASIM_FP8_QUADRUPLE(type, pair, kind)                                               \
  struct alignas(4) type {                                                                    \
    __mt_fp8x4_storage_t __x;                                                                 \
    type() = default;                                                                         \
    type(__half2 low, __half2 high) : __x(joined(pair(low), pair(high))) {}                   \
    type(__mt_bfloat162 low, __mt_bfloat162 high) : __x(joined(pair(low), pair(high))) {}     \
    MUSASIM_FP8_FROM(type, float4, __musa_cvt_float4_to_fp8x4(value, __MT_SATFINITE, kind))   \
    MUSASIM_FP8_FROM(type, double4, __musa_cvt_double4_to_fp8x4(value, __MT_SATFINITE, kind)) \
    explicit operator float4() const {                                                        \
      pair half_of_it;                                                                        \
      half_of_it.__x = static_cast<__mt_fp8x2_storage_t>(__x & 0xffffu);                      \
      const float2 low = static_cast<float2>(half_of_it);                                     \
      half_of_it.__x = static_cast<__mt_fp8x2_storage_t>(__x >> 16);                          \
      const float2 high = static_cast<float2>(half_of_it);                                    \
      float4 result;                                                                          \
      result.x = low.x;                                                                       \
      result.y = low.y;                                                                       \
      result.z = high.x;                                                                      \
      result.w = high.y;                                                                      \
      return result;                                                                          \
    }                                                                                         \
                                                                                              \
   private:                                                                                   \
    static __mt_fp8x4_storage_t joined(pair low, pair high) {                                 \
      return low.__x | (static_cast<__mt_fp8x4_storage_t>(high.__x) << 16);                   \
    }                                                                                         \
  };

MUSASIM_FP8_SINGLE(__mt_fp8_e4m3, __MT_E4M3)
MUSASIM_FP8_SINGLE(__mt_fp8_e5m2, __MT_E5M2)
MUSASIM_FP8_PAIR(__mt_fp8x2_e4m3, __MT_E4M3)
MUSASIM_FP8_PAIR(__mt_fp8x2_e5m2, __MT_E5M2)
MUSASIM_FP8_QUADRUPLE(__mt_fp8x4_e4m3, __mt_fp8x2_e4m3, __MT_E4M3)
MUSASIM_FP8_QUADRUPLE(__mt_fp8x4_e5m2, __mt_fp8x2_e5m2, __MT_E5M2)

#undef MUSASIM_FP8_FROM
#undef MUSASIM_FP8_TO
#undef MUSASIM_FP8_TO_WIDE
#undef MUSASIM_FP8_SINGLE
#undef MUSASIM_FP8_PAIR
#undef MUSASIM_FP8_QUADRUPLE

// A scale: 2^(code - 127), and NaN for 0xff. From a value: the next power of two at or above it.
struct __mt_fp8_e8m0 {
  __mt_fp8_storage_t __x;
  __mt_fp8_e8m0() = default;
  explicit __mt_fp8_e8m0(float value) : __x(code(value)) {}
  explicit __mt_fp8_e8m0(double value) : __x(code(value)) {}
  explicit operator float() const {
    if (__x == 0xffu) return std::numeric_limits<float>::quiet_NaN();
    return std::ldexp(1.0f, static_cast<int>(__x) - 127);
  }
  explicit operator double() const { return static_cast<float>(*this); }

 private:
  static __mt_fp8_storage_t code(double value) {
    if (std::isnan(value)) return 0xffu;
    const double magnitude = std::fabs(value);
    if (magnitude <= std::ldexp(1.0, -127)) return 0;
    if (magnitude > std::ldexp(1.0, 127)) return 0xfeu;
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent);  // in [0.5, 1)
    return static_cast<__mt_fp8_storage_t>(exponent - (fraction == 0.5 ? 1 : 0) + 127);
  }
};

struct alignas(2) __mt_fp8x2_e8m0 {
  __mt_fp8x2_storage_t __x;
  __mt_fp8x2_e8m0() = default;
  explicit __mt_fp8x2_e8m0(float2 value)
      : __x(static_cast<__mt_fp8x2_storage_t>(__mt_fp8_e8m0(value.x).__x |
                                              __mt_fp8_e8m0(value.y).__x << 8)) {}
  explicit operator float2() const {
    __mt_fp8_e8m0 one;
    float2 result;
    one.__x = static_cast<__mt_fp8_storage_t>(__x & 0xffu);
    result.x = static_cast<float>(one);
    one.__x = static_cast<__mt_fp8_storage_t>(__x >> 8);
    result.y = static_cast<float>(one);
    return result;
  }
};

struct alignas(4) __mt_fp8x4_e8m0 {
  __mt_fp8x4_storage_t __x;
  __mt_fp8x4_e8m0() = default;
  explicit __mt_fp8x4_e8m0(float4 value)
      : __x(pair(value.x, value.y) | pair(value.z, value.w) << 16) {}
  explicit operator float4() const {
    __mt_fp8x2_e8m0 two;
    two.__x = static_cast<__mt_fp8x2_storage_t>(__x & 0xffffu);
    const float2 low = static_cast<float2>(two);
    two.__x = static_cast<__mt_fp8x2_storage_t>(__x >> 16);
    const float2 high = static_cast<float2>(two);
    float4 result;
    result.x = low.x;
    result.y = low.y;
    result.z = high.x;
    result.w = high.y;
    return result;
  }

 private:
  static __mt_fp8x4_storage_t pair(float low, float high) {
    float2 both;
    both.x = low;
    both.y = high;
    return __mt_fp8x2_e8m0(both).__x;
  }
};
