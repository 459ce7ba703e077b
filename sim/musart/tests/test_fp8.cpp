// musa_fp8.h on the host: every code of e4m3 and e5m2 both ways, saturation, packing.
#include <cmath>

#include "check.h"
#include "musa_fp8.h"

namespace {

double meaning(unsigned code, __mt_fp8_interpretation_t kind) {
  const int mantissa_bits = kind == __MT_E4M3 ? 3 : 2;
  const int bias = kind == __MT_E4M3 ? 7 : 15;
  const double sign = (code & 0x80u) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>((code & 0x7fu) >> mantissa_bits);
  const int mantissa = static_cast<int>(code & ((1u << mantissa_bits) - 1));
  if (kind == __MT_E4M3 && (code & 0x7fu) == 0x7f) return NAN;
  if (kind == __MT_E5M2 && exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits);
}

float value_of(unsigned code, __mt_fp8_interpretation_t kind) {
  const __half_raw raw = __musa_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(code), kind);
  return __half2float(raw);
}

unsigned code_of(double value, __mt_saturation_t saturate, __mt_fp8_interpretation_t kind) {
  return __musa_cvt_double_to_fp8(value, saturate, kind);
}

}  // namespace

TEST(every_code_becomes_a_value_and_back_unchanged) {
  for (const auto kind : {__MT_E4M3, __MT_E5M2}) {
    for (unsigned code = 0; code < 256; ++code) {
      const double value = meaning(code, kind);
      if (std::isnan(value)) {
        CHECK(std::isnan(value_of(code, kind)));
        continue;
      }
      CHECK(value_of(code, kind) == value);
      EQUAL(code_of(value, __MT_NOSAT, kind), code);
      if (std::isfinite(value)) EQUAL(code_of(value, __MT_SATFINITE, kind), code);
    }
  }
}

TEST(values_between_two_codes_round_to_nearest_even) {
  for (const auto kind : {__MT_E4M3, __MT_E5M2}) {
    const unsigned largest = kind == __MT_E4M3 ? 0x7e : 0x7b;
    for (unsigned low = 0; low < largest; ++low) {
      const double middle = (meaning(low, kind) + meaning(low + 1, kind)) / 2;
      EQUAL(code_of(middle, __MT_NOSAT, kind), (low & 1u) == 0 ? low : low + 1);
      EQUAL(code_of(std::nextafter(middle, 0.0), __MT_NOSAT, kind), low);
      EQUAL(code_of(std::nextafter(middle, 1e9), __MT_NOSAT, kind), low + 1);
    }
  }
}

TEST(values_beyond_the_range_saturate_or_overflow) {
  EQUAL(code_of(464.0, __MT_NOSAT, __MT_E4M3), 0x7eu);  // a tie with 480, which does not exist
  EQUAL(code_of(464.1, __MT_NOSAT, __MT_E4M3), 0x7fu);
  EQUAL(code_of(464.1, __MT_SATFINITE, __MT_E4M3), 0x7eu);
  EQUAL(code_of(-INFINITY, __MT_SATFINITE, __MT_E4M3), 0xfeu);
  EQUAL(code_of(61440.0, __MT_NOSAT, __MT_E5M2), 0x7cu);
  EQUAL(code_of(61439.0, __MT_NOSAT, __MT_E5M2), 0x7bu);
  EQUAL(code_of(INFINITY, __MT_NOSAT, __MT_E5M2), 0x7cu);
  EQUAL(code_of(1e9, __MT_SATFINITE, __MT_E5M2), 0x7bu);
  EQUAL(code_of(NAN, __MT_SATFINITE, __MT_E4M3) & 0x7fu, 0x7fu);
  CHECK(std::isnan(value_of(code_of(NAN, __MT_SATFINITE, __MT_E5M2), __MT_E5M2)));
}

TEST(types_convert_and_pack_low_first) {
  EQUAL(static_cast<float>(__mt_fp8_e4m3(3.5f)), 3.5f);
  EQUAL(static_cast<int>(__mt_fp8_e5m2(-7.0)), -7);
  EQUAL(static_cast<float>(__mt_fp8_e4m3(1000)), 448.0f);
  EQUAL(float(static_cast<__half>(__mt_fp8_e5m2(__half(0.75f)))), 0.75f);
  EQUAL(float(static_cast<__mt_bfloat16>(__mt_fp8_e4m3(__mt_bfloat16(0.75f)))), 0.75f);
  float4 four;
  four.x = 1.0f, four.y = 2.0f, four.z = 3.0f, four.w = 4.0f;
  const __mt_fp8x4_storage_t packed = __musa_cvt_float4_to_fp8x4(four, __MT_SATFINITE, __MT_E4M3);
  EQUAL(packed & 0xffu, code_of(1.0, __MT_SATFINITE, __MT_E4M3));
  EQUAL(packed >> 24, code_of(4.0, __MT_SATFINITE, __MT_E4M3));
  EQUAL(static_cast<float4>(__mt_fp8x4_e4m3(four)).z, 3.0f);
  float2 two;
  two.x = 5.0f, two.y = -6.0f;
  EQUAL(static_cast<float2>(__mt_fp8x2_e5m2(two)).y, -6.0f);
  EQUAL(static_cast<float>(__mt_fp8_e8m0(1.0f)), 1.0f);
  EQUAL(static_cast<float>(__mt_fp8_e8m0(3.0f)), 4.0f);
  CHECK(std::isnan(static_cast<float>(__mt_fp8_e8m0(NAN))));
  EQUAL(static_cast<float4>(__mt_fp8x4_e8m0(four)).w, 4.0f);
  EQUAL(static_cast<float4>(__mt_fp8x4_e8m0(four)).y, 2.0f);
}

TEST_MAIN()
