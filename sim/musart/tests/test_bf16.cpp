// musa_bf16.h on the host: every bfloat16 both ways, rounding, arithmetic.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "check.h"
#include "musa_bf16.h"

namespace {

double meaning(unsigned bits) {
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>((bits >> 7) & 255u);
  const double mantissa = bits & 127u;
  if (exponent == 255) return mantissa != 0.0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -133);
  return sign * std::ldexp(128.0 + mantissa, exponent - 134);
}

__mt_bfloat16 of(unsigned bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
unsigned bits_of(__mt_bfloat16 value) { return __bfloat16_as_ushort(value); }

}  // namespace

TEST(every_bfloat16_becomes_float_and_back_unchanged) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = __bfloat162float(of(bits));
    if (std::isnan(meaning(bits))) {
      CHECK(std::isnan(value));
      EQUAL(bits_of(__float2bfloat16(value)), 0x7fffu);
      continue;
    }
    CHECK(value == meaning(bits) && std::signbit(value) == ((bits & 0x8000u) != 0));
    EQUAL(bits_of(__float2bfloat16(value)), bits);
    EQUAL(bits_of(__double2bfloat16(value)), bits);
    EQUAL(bits_of(__float2bfloat16_ru(value)), bits);
  }
}

TEST(floats_between_two_bfloat16_round_to_nearest_even_and_in_each_direction) {
  for (unsigned low = 0; low < 0x7f7f; ++low) {
    const float middle = static_cast<float>((meaning(low) + meaning(low + 1)) / 2);
    const unsigned even = (low & 1u) == 0 ? low : low + 1;
    EQUAL(bits_of(__float2bfloat16_rn(middle)), even);
    EQUAL(bits_of(__float2bfloat16(middle)), even);
    EQUAL(bits_of(__float2bfloat16(std::nextafter(middle, 0.0f))), low);
    EQUAL(bits_of(__float2bfloat16(std::nextafter(middle, INFINITY))), low + 1);
    EQUAL(bits_of(__float2bfloat16(-middle)), even | 0x8000u);
    EQUAL(bits_of(__float2bfloat16_rz(middle)), low);
    EQUAL(bits_of(__float2bfloat16_ru(middle)), low + 1);
    EQUAL(bits_of(__float2bfloat16_rd(-middle)), (low + 1) | 0x8000u);
  }
  EQUAL(bits_of(__float2bfloat16(std::numeric_limits<float>::max())), 0x7f80u);
  EQUAL(bits_of(__float2bfloat16_rz(std::numeric_limits<float>::max())), 0x7f7fu);
  EQUAL(bits_of(__double2bfloat16(1e300)), 0x7f80u);
  EQUAL(bits_of(__double2bfloat16(1e-300)), 0u);
}

TEST(arithmetic_rounds_the_exact_result_once) {
  std::mt19937 random(11);
  for (int i = 0; i < 100000; ++i) {
    const unsigned a = (random() & 0x807fu) | ((120 + random() % 12) << 7);
    const unsigned b = (random() & 0x807fu) | ((120 + random() % 12) << 7);
    const unsigned c = (random() & 0x807fu) | ((110 + random() % 30) << 7);
    // A double holds all results of these exponents exactly.
    EQUAL(bits_of(of(a) + of(b)), bits_of(__double2bfloat16(meaning(a) + meaning(b))));
    EQUAL(bits_of(of(a) * of(b)), bits_of(__double2bfloat16(meaning(a) * meaning(b))));
    EQUAL(bits_of(__hfma(of(a), of(b), of(c))),
          bits_of(__double2bfloat16(meaning(a) * meaning(b) + meaning(c))));
  }
  // 1 + 2^-8 is a tie; 2^-133 * 2^-60 decides it, far below what double keeps of the sum.
  const __mt_bfloat16 tiny = of(0x0001);
  const __mt_bfloat16 tie =
      __hfma(__float2bfloat16(1.0f), __float2bfloat16(0.00390625f), __float2bfloat16(1.0f));
  EQUAL(bits_of(tie), 0x3f80u);
  const double sum = musasim::narrow::fused(__bfloat162float(tiny), 1e-18, 1.00390625);
  EQUAL(bits_of(__double2bfloat16(sum)), 0x3f81u);
}

TEST(integers_of_64_bits_round_once) {
  // 2^56 + 2^48 is a tie between two bfloat16; one more makes it round up, although double drops it.
  const long long tie = (1LL << 56) + (1LL << 48);
  EQUAL(bits_of(__ll2bfloat16_rn(tie)), bits_of(__double2bfloat16(std::ldexp(1.0, 56))));
  EQUAL(bits_of(__ll2bfloat16_rn(tie + 1)), bits_of(__double2bfloat16(std::ldexp(1.0, 56))) + 1);
  EQUAL(bits_of(__mt_bfloat16(-(tie + 1))),
        (bits_of(__double2bfloat16(std::ldexp(1.0, 56))) + 1) | 0x8000u);
  EQUAL(__bfloat162int_rz(__mt_bfloat16(1e20f)), std::numeric_limits<int>::max());
  EQUAL(__bfloat162int_rn(__mt_bfloat16(2.5f)), 2);
}

TEST(pairs_and_aliases) {
  static_assert(sizeof(mt_bfloat162) == 4 && alignof(mt_bfloat162) == 4, "layout");
  const mt_bfloat162 pair = __floats2bfloat162_rn(1.5f, -2.0f);
  EQUAL(__bfloat1622float2(pair * pair).y, 4.0f);
  EQUAL(__low2float(__bfloat162bfloat162(mt_bfloat16(3))), 3.0f);
  EQUAL(__high2float(__halves2bfloat162(__high2bfloat16(pair), __low2bfloat16(pair))), 1.5f);
  CHECK(__hbgt2(pair, __float2bfloat162_rn(-3.0f)));
  const __mt_bfloat16_raw raw(pair.x);
  EQUAL(raw.x, 0x3fc0);
  float4 four;
  four.x = 1.0f, four.y = 2.0f, four.z = 3.0f, four.w = 4.0f;
  EQUAL(__bfloat1642float4(__float42bfloat164_rn(four)).w, 4.0f);
}

TEST_MAIN()
