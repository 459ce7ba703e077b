// musa_fp16.h on the host: every half both ways, all rounding modes, arithmetic with one rounding.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "check.h"
#include "musa_fp16.h"

namespace {

double meaning(unsigned bits) {
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>((bits >> 10) & 31u);
  const double mantissa = bits & 1023u;
  if (exponent == 31) return mantissa != 0.0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024.0 + mantissa, exponent - 25);
}

__half of(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
unsigned bits_of(__half value) { return __half_as_ushort(value); }

// The half nearest to numerator * 2^-48, by comparing with all of them: slow and plain.
unsigned nearest(__int128 numerator) {
  const bool negative = numerator < 0;
  const __int128 magnitude = negative ? -numerator : numerator;
  unsigned low = 0;
  unsigned high = 0x7c00;  // stands for 65536
  const auto scaled = [](unsigned bits) {
    const double value = bits == 0x7c00 ? 65536.0 : meaning(bits);
    return static_cast<__int128>(std::ldexp(value, 24)) << 24;
  };
  if (magnitude >= scaled(high)) return high | (negative ? 0x8000u : 0u);
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (scaled(middle) <= magnitude ? low : high) = middle;
  }
  const __int128 below = magnitude - scaled(low);
  const __int128 above = scaled(high) - magnitude;
  const bool up = above < below || (above == below && (low & 1u) != 0);
  return (up ? high : low) | (negative ? 0x8000u : 0u);
}

__int128 exact(unsigned bits) { return static_cast<__int128>(std::ldexp(meaning(bits), 24)); }

}  // namespace

TEST(every_half_becomes_float_and_back_unchanged) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = __half2float(of(bits));
    if (std::isnan(meaning(bits))) {
      CHECK(std::isnan(value) && __hisnan(of(bits)));
      EQUAL(bits_of(__float2half(value)), 0x7fffu);
      continue;
    }
    CHECK(value == meaning(bits) && std::signbit(value) == ((bits & 0x8000u) != 0));
    EQUAL(bits_of(__float2half(value)), bits);
    EQUAL(bits_of(__double2half(value)), bits);
    EQUAL(bits_of(__float2half_rz(value)), bits);
    EQUAL(bits_of(__half(value)), bits);
  }
}

TEST(floats_between_two_halves_round_to_nearest_even_and_in_each_direction) {
  for (unsigned low = 0; low < 0x7bff; ++low) {
    const float below = __half2float(of(low));
    const float above = __half2float(of(low + 1));
    const float middle = (below + above) / 2;
    const unsigned even = (low & 1u) == 0 ? low : low + 1;
    EQUAL(bits_of(__float2half_rn(middle)), even);
    EQUAL(bits_of(__float2half_rn(std::nextafter(middle, 0.0f))), low);
    EQUAL(bits_of(__float2half_rn(std::nextafter(middle, 1e9f))), low + 1);
    EQUAL(bits_of(__float2half_rn(-middle)), even | 0x8000u);
    EQUAL(bits_of(__double2half(std::nextafter(static_cast<double>(middle), 1e9))), low + 1);
    EQUAL(bits_of(__float2half_rz(middle)), low);
    EQUAL(bits_of(__float2half_rd(middle)), low);
    EQUAL(bits_of(__float2half_ru(middle)), low + 1);
    EQUAL(bits_of(__float2half_rd(-middle)), (low + 1) | 0x8000u);
    EQUAL(bits_of(__float2half_ru(-middle)), low | 0x8000u);
  }
  EQUAL(bits_of(__float2half(65519.996f)), 0x7bffu);
  EQUAL(bits_of(__float2half(65520.0f)), 0x7c00u);
  EQUAL(bits_of(__float2half(1e30f)), 0x7c00u);
  EQUAL(bits_of(__float2half_rz(1e30f)), 0x7bffu);
  EQUAL(bits_of(__float2half_ru(-1e30f)), 0xfbffu);
  EQUAL(bits_of(__float2half_ru(1e-30f)), 1u);
  EQUAL(bits_of(__float2half(1e-30f)), 0u);
  EQUAL(bits_of(__float2half(-INFINITY)), 0xfc00u);
}

TEST(arithmetic_rounds_the_exact_result_once) {
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    // Small exponents' differences make the hard cases: ties and cancellation.
    const unsigned a = (random() & 0x83ffu) | ((10 + random() % 8) << 10);
    const unsigned b = (random() & 0x83ffu) | ((10 + random() % 8) << 10);
    const unsigned c = (random() & 0x83ffu) | ((5 + random() % 18) << 10);
    const __int128 one = __int128{1} << 24;
    EQUAL(bits_of(__hadd(of(a), of(b))) & 0x7fffu, nearest((exact(a) + exact(b)) * one) & 0x7fffu);
    EQUAL(bits_of(__hsub(of(a), of(b))) & 0x7fffu, nearest((exact(a) - exact(b)) * one) & 0x7fffu);
    EQUAL(bits_of(of(a) * of(b)), nearest(exact(a) * exact(b)));
    const __int128 fused = exact(a) * exact(b) + exact(c) * one;
    EQUAL(bits_of(__hfma(of(a), of(b), of(c))) & 0x7fffu, nearest(fused) & 0x7fffu);
  }
  EQUAL(bits_of(__half(1.0f) / __half(3.0f)), bits_of(__double2half(1.0 / 3.0)));
  CHECK(__hisinf(__half(-1.0f) / __half(0.0f)) == -1 && __hisnan(__half(0.0f) / __half(0.0f)));
}

TEST(comparisons_know_nan) {
  const __half one(1.0f), two(2.0f), nan = of(0x7e00), minus_zero = of(0x8000), zero = of(0);
  CHECK(__hlt(one, two) && !__hlt(two, one) && __hle(one, one) && __hge(one, one));
  CHECK(__heq(zero, minus_zero) && zero == minus_zero && one != two && one < two && two >= one);
  CHECK(!__heq(nan, nan) && !__hne(nan, nan) && __hneu(nan, nan) && nan != nan);
  CHECK(__hequ(nan, one) && __hltu(nan, one) && !__hlt(nan, one) && !__hgt(nan, one));
  EQUAL(bits_of(__hmax(nan, one)), bits_of(one));
  EQUAL(bits_of(__hmin(one, nan)), bits_of(one));
  EQUAL(bits_of(__hmax(minus_zero, zero)), 0u);
  EQUAL(bits_of(__hmin(zero, minus_zero)), 0x8000u);
  CHECK(__hisnan(__hmax_nan(one, nan)));
  const __half2 pair(one, nan);
  EQUAL(__heq2_mask(pair, pair), 0x0000ffffu);
  CHECK(!__hbeq2(pair, pair) && __hbequ2(pair, pair));
  EQUAL(__low2float(__heq2(pair, pair)), 1.0f);
  EQUAL(__high2float(__hisnan2(pair)), 1.0f);
}

TEST(pairs_keep_low_and_high) {
  const __half2 pair = __floats2half2_rn(1.5f, -2.0f);
  static_assert(sizeof(__half2) == 4 && alignof(__half2) == 4 && sizeof(__half4) == 8, "layout");
  EQUAL(__low2float(pair), 1.5f);
  EQUAL(__high2float(pair), -2.0f);
  EQUAL(float(__low2half(__lowhigh2highlow(pair))), -2.0f);
  EQUAL(__half22float2(__low2half2(pair)).y, 1.5f);
  EQUAL(__half22float2(__highs2half2(pair, __half2half2(__half(4)))).y, 4.0f);
  EQUAL(__half22float2(__hfma2(pair, pair, pair)).x, 3.75f);
  EQUAL(__half22float2(-pair + pair * pair).y, 6.0f);
  EQUAL(__low2float(__hcmadd(pair, pair, __float2half2_rn(0.0f))), 1.5f * 1.5f - 4.0f);
  float4 four;
  four.x = 1.0f, four.y = 2.0f, four.z = 3.0f, four.w = 65536.0f;
  const float4 back = __half42float4(__float42half4_rn(four));
  CHECK(back.z == 3.0f && std::isinf(back.w));
}

TEST(integers_convert_with_rounding_and_saturation) {
  EQUAL(__half2int_rn(__half(2.5f)), 2);
  EQUAL(__half2int_rn(__half(-3.5f)), -4);
  EQUAL(__half2int_ru(__half(-2.5f)), -2);
  EQUAL(__half2int_rd(__half(-2.5f)), -3);
  EQUAL(__half2short_rz(__half(60000.0f)), 32767);
  EQUAL(__half2ushort_rz(__half(-1.0f)), 0);
  EQUAL(__half2uint_rz(of(0x7c00)), 0xffffffffu);
  EQUAL(__half2int_rz(of(0x7e00)), 0);
  EQUAL(__half2ll_rz(of(0xfc00)), std::numeric_limits<long long>::min());
  EQUAL(__half2ull_rz(of(0x7c00)), std::numeric_limits<unsigned long long>::max());
  EQUAL(bits_of(__int2half_rn(2049)), bits_of(__half(2048.0f)));
  EQUAL(bits_of(__int2half_ru(2049)), bits_of(__half(2050.0f)));
  EQUAL(bits_of(__ll2half_rn(-70000)), 0xfc00u);
  EQUAL(static_cast<int>(__half(7.9f)), 7);
  CHECK(static_cast<bool>(__half(0.5f)) && !static_cast<bool>(of(0x8000)));
}

TEST(functions_saturate_and_round) {
  EQUAL(float(__hadd_sat(__half(0.7f), __half(0.7f))), 1.0f);
  EQUAL(float(__hmul_sat(__half(-1.0f), __half(0.7f))), 0.0f);
  EQUAL(float(__hfma_relu(__half(-1.0f), __half(3.0f), __half(1.0f))), 0.0f);
  EQUAL(float(hsqrt(__half(2.25f))), 1.5f);
  EQUAL(bits_of(hexp(__half(1.0f))), bits_of(__double2half(std::exp(1.0))));
  EQUAL(float(hrint(__half(2.5f))), 2.0f);
  EQUAL(float(hrint(__half(3.5f))), 4.0f);
  EQUAL(float(hfloor(__half(-2.5f))), -3.0f);
  CHECK(__hisinf(hrcp(__half(0.0f))) == 1 && __hisnan(hlog(__half(-1.0f))));
  EQUAL(__high2float(h2exp2(__floats2half2_rn(0.0f, 3.0f))), 8.0f);
  __half sum(1.0f);
  EQUAL(float(atomicAdd(&sum, __half(2.0f))), 1.0f);
  EQUAL(float(sum), 3.0f);
  EQUAL(float(sum++), 3.0f);
  EQUAL(float(--sum), 3.0f);
  EQUAL(float(__ldg(&sum)), 3.0f);
}

TEST_MAIN()
