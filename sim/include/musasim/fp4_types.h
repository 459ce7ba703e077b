// The C++ functions and types of musa_fp4.h, which includes this. All conversions to them round to the nearest
// even code and end at the largest value.
#pragma once

namespace musasim {
namespace narrow {

inline constexpr Format e2m1_format() { return Format{2, 1, 0x7, 0x7, 0x7}; }

// There is no NaN: it becomes the largest value.
inline unsigned e2m1_code(double value) {
  if (std::isnan(value)) return 0x7u;
  const double cut = value > 6.0 ? 6.0 : value < -6.0 ? -6.0 : value;
  return encode(cut, e2m1_format());
}
inline float e2m1_value(unsigned code) {
  const float magnitudes[] = {0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 6.0f};
  const float magnitude = magnitudes[code & 0x7u];
  return (code & 0x8u) != 0 ? -magnitude : magnitude;
}
inline __mt_fp4x2_storage_t e2m1_pair(double first, double second) {
  return static_cast<__mt_fp4x2_storage_t>(e2m1_code(first) | e2m1_code(second) << 4);
}

}  // namespace narrow
}  // namespace musasim

struct __mt_fp4_e2m1 {
  __mt_fp4_storage_t __x;

  __mt_fp4_e2m1() = default;
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  explicit __mt_fp4_e2m1(T value) : __x(code(static_cast<double>(value))) {}
  explicit __mt_fp4_e2m1(__half value) : __x(code(__half2float(value))) {}
  explicit __mt_fp4_e2m1(__mt_bfloat16 value) : __x(code(__bfloat162float(value))) {}
  explicit operator float() const { return musasim::narrow::e2m1_value(__x); }
  explicit operator double() const { return musasim::narrow::e2m1_value(__x); }
  explicit operator __half() const { return __float2half(musasim::narrow::e2m1_value(__x)); }
  explicit operator __mt_bfloat16() const {
    return __float2bfloat16(musasim::narrow::e2m1_value(__x));
  }
  explicit operator bool() const { return (__x & 0x7u) != 0; }

 private:
  static __mt_fp4_storage_t code(double value) {
    return static_cast<__mt_fp4_storage_t>(musasim::narrow::e2m1_code(value));
  }
};

struct __mt_fp4x2_e2m1 {
  __mt_fp4x2_storage_t __x;

  __mt_fp4x2_e2m1() = default;
  explicit __mt_fp4x2_e2m1(float2 value) : __x(musasim::narrow::e2m1_pair(value.x, value.y)) {}
  explicit __mt_fp4x2_e2m1(__half2 value) : __mt_fp4x2_e2m1(__half22float2(value)) {}
  explicit __mt_fp4x2_e2m1(__mt_bfloat162 value) : __mt_fp4x2_e2m1(__bfloat1622float2(value)) {}
  explicit operator float2() const {
    float2 both;
    both.x = musasim::narrow::e2m1_value(__x & 0xfu);
    both.y = musasim::narrow::e2m1_value(static_cast<unsigned>(__x) >> 4);
    return both;
  }
  explicit operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); }
};

struct alignas(2) __mt_fp4x4_e2m1 {
  __mt_fp4x4_storage_t __x;

  __mt_fp4x4_e2m1() = default;
  explicit __mt_fp4x4_e2m1(float4 value)
      : __x(static_cast<__mt_fp4x4_storage_t>(musasim::narrow::e2m1_pair(value.x, value.y) |
                                              musasim::narrow::e2m1_pair(value.z, value.w) << 8)) {}
  explicit operator float4() const {
    float4 all;
    all.x = musasim::narrow::e2m1_value(__x & 0xfu);
    all.y = musasim::narrow::e2m1_value(__x >> 4 & 0xfu);
    all.z = musasim::narrow::e2m1_value(__x >> 8 & 0xfu);
    all.w = musasim::narrow::e2m1_value(__x >> 12 & 0xfu);
    return all;
  }
};

static inline __attribute__((unused)) __mt_fp4_storage_t
__musa_cvt_float_to_fp4(float value, __mt_fp4_interpretation_t, enum musaRoundMode) {
  return static_cast<__mt_fp4_storage_t>(musasim::narrow::e2m1_code(value));
}
static inline __attribute__((unused)) __mt_fp4x2_storage_t
__musa_cvt_float2_to_fp4x2(float2 value, __mt_fp4_interpretation_t, enum musaRoundMode) {
  return musasim::narrow::e2m1_pair(value.x, value.y);
}
static inline __attribute__((unused)) __half_raw
__musa_cvt_fp4_to_halfraw(__mt_fp4_storage_t value, __mt_fp4_interpretation_t) {
  return __float2half(musasim::narrow::e2m1_value(value));
}
static inline __attribute__((unused)) __half2_raw
__musa_cvt_fp4x2_to_halfraw2(__mt_fp4x2_storage_t value, __mt_fp4_interpretation_t) {
  __mt_fp4x2_e2m1 both;
  both.__x = value;
  return static_cast<__half2>(both);
}
