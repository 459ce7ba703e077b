// The conversion functions of musa_fp8.h, which includes this. Lower bytes of a packed value hold
// its first components.
#pragma once

#define MUSASIM_STATIC static inline __attribute__((unused))

MUSASIM_STATIC __mt_fp8_storage_t __musa_cvt_double_to_fp8(double x, __mt_saturation_t saturate,
                                                           __mt_fp8_interpretation_t kind) {
  using musasim::narrow::Format;
  const Format format =
      kind == __MT_E4M3 ? musasim::narrow::e4m3_format() : musasim::narrow::e5m2_format();
  const unsigned sign = std::signbit(x) ? 0x80u : 0u;
  if (std::isnan(x)) return static_cast<__mt_fp8_storage_t>(sign | format.nan);
  const unsigned code = musasim::narrow::encode(x, format) & 0x7fu;
  const bool cut = saturate == __MT_SATFINITE && code > format.largest;
  return static_cast<__mt_fp8_storage_t>(sign | (cut ? format.largest : code));
}
MUSASIM_STATIC __mt_fp8_storage_t __musa_cvt_float_to_fp8(float x, __mt_saturation_t saturate,
                                                          __mt_fp8_interpretation_t kind) {
  return __musa_cvt_double_to_fp8(x, saturate, kind);
}
MUSASIM_STATIC __mt_fp8_storage_t __musa_cvt_halfraw_to_fp8(__half_raw x,
                                                            __mt_saturation_t saturate,
                                                            __mt_fp8_interpretation_t kind) {
  return __musa_cvt_float_to_fp8(musasim::narrow::half_value(x.x), saturate, kind);
}
MUSASIM_STATIC __mt_fp8_storage_t __musa_cvt_bfloat16raw_to_fp8(__mt_bfloat16_raw x,
                                                                __mt_saturation_t saturate,
                                                                __mt_fp8_interpretation_t kind) {
  return __musa_cvt_float_to_fp8(musasim::narrow::bfloat16_value(x.x), saturate, kind);
}

namespace musasim {
namespace narrow {
inline __mt_fp8x2_storage_t packed_fp8(double low, double high, __mt_saturation_t saturate,
                                       __mt_fp8_interpretation_t kind) {
  const unsigned first = __musa_cvt_double_to_fp8(low, saturate, kind);
  const unsigned second = __musa_cvt_double_to_fp8(high, saturate, kind);
  return static_cast<__mt_fp8x2_storage_t>(first | (second << 8));
}
}  // namespace narrow
}  // namespace musasim

MUSASIM_STATIC __mt_fp8x2_storage_t __musa_cvt_double2_to_fp8x2(double2 x,
                                                                __mt_saturation_t saturate,
                                                                __mt_fp8_interpretation_t kind) {
  return musasim::narrow::packed_fp8(x.x, x.y, saturate, kind);
}
MUSASIM_STATIC __mt_fp8x2_storage_t __musa_cvt_float2_to_fp8x2(float2 x, __mt_saturation_t saturate,
                                                               __mt_fp8_interpretation_t kind) {
  return musasim::narrow::packed_fp8(x.x, x.y, saturate, kind);
}
MUSASIM_STATIC __mt_fp8x2_storage_t __musa_cvt_halfraw2_to_fp8x2(__half2_raw x,
                                                                 __mt_saturation_t saturate,
                                                                 __mt_fp8_interpretation_t kind) {
  return musasim::narrow::packed_fp8(musasim::narrow::half_value(x.x),
                                     musasim::narrow::half_value(x.y), saturate, kind);
}
MUSASIM_STATIC __mt_fp8x2_storage_t __musa_cvt_bfloat16raw2_to_fp8x2(
    __mt_bfloat162_raw x, __mt_saturation_t saturate, __mt_fp8_interpretation_t kind) {
  return musasim::narrow::packed_fp8(musasim::narrow::bfloat16_value(x.x),
                                     musasim::narrow::bfloat16_value(x.y), saturate, kind);
}
MUSASIM_STATIC __mt_fp8x4_storage_t __musa_cvt_float4_to_fp8x4(float4 x, __mt_saturation_t saturate,
                                                               __mt_fp8_interpretation_t kind) {
  const unsigned low = musasim::narrow::packed_fp8(x.x, x.y, saturate, kind);
  const unsigned high = musasim::narrow::packed_fp8(x.z, x.w, saturate, kind);
  return low | (high << 16);
}
MUSASIM_STATIC __mt_fp8x4_storage_t __musa_cvt_double4_to_fp8x4(double4 x,
                                                                __mt_saturation_t saturate,
                                                                __mt_fp8_interpretation_t kind) {
  const unsigned low = musasim::narrow::packed_fp8(x.x, x.y, saturate, kind);
  const unsigned high = musasim::narrow::packed_fp8(x.z, x.w, saturate, kind);
  return low | (high << 16);
}

// Every value of both formats is one of half.
MUSASIM_STATIC __half_raw __musa_cvt_fp8_to_halfraw(__mt_fp8_storage_t x,
                                                    __mt_fp8_interpretation_t kind) {
  __half_raw result;
  const unsigned bits = x;
  if (kind == __MT_E5M2) {
    // The upper byte of a half; NaN becomes the canonical one.
    result.x = static_cast<unsigned short>((bits & 0x7fu) > 0x7cu ? 0x7fffu : bits << 8);
    return result;
  }
  if ((bits & 0x7fu) == 0x7fu) {
    result.x = 0x7fffu;
    return result;
  }
  // The bits mean 2^-8 of the value as half, and half's exponent has room for that.
  const float value = musasim::narrow::half_value(static_cast<std::uint16_t>((bits & 0x7fu) << 7));
  result.x = static_cast<unsigned short>(((bits & 0x80u) << 8) |
                                         musasim::narrow::half_bits(value * 256.0f));
  return result;
}
MUSASIM_STATIC __half2_raw __musa_cvt_fp8x2_to_halfraw2(__mt_fp8x2_storage_t x,
                                                        __mt_fp8_interpretation_t kind) {
  __half2_raw result;
  result.x = __musa_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(x & 0xffu), kind).x;
  result.y = __musa_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(x >> 8), kind).x;
  return result;
}

#undef MUSASIM_STATIC
