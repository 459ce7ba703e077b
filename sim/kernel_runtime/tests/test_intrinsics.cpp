// Intrinsics on bits and integers, conversions, loads and stores.
#include "musasim/device/intrinsics.h"

#include <cmath>
#include <limits>

#include "check.h"
#include "musasim/device/memory.h"

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST(bits_are_counted) {
  EQUAL(__popc(0xf0f00001u), 9);
  EQUAL(__popcll(0x8000000000000001ULL), 2);
  EQUAL(__clz(0), 32);
  EQUAL(__clz(1), 31);
  EQUAL(__clz(-1), 0);
  EQUAL(__clzll(0), 64);
  EQUAL(__clzll(1LL << 40), 23);
  EQUAL(__ffs(0), 0);
  EQUAL(__ffs(8), 4);
  EQUAL(__ffsll(1LL << 40), 41);
  EQUAL(__brev(0x80000001u), 0x80000001u);
  EQUAL(__brev(0x00000f02u), 0x40f00000u);
  EQUAL(__brevll(1), 0x8000000000000000ULL);
  EQUAL(__brevll(0x0000000200000004ULL), 0x2000000040000000ULL);
}

TEST(nth_set_bit_is_found_up_and_down) {
  EQUAL(__fns(0b10110u, 0, 1), 1u);
  EQUAL(__fns(0b10110u, 0, 3), 4u);
  EQUAL(__fns(0b10110u, 0, 4), 0xffffffffu);
  EQUAL(__fns(0b10110u, 3, -1), 2u);
  EQUAL(__fns(0b10110u, 31, -3), 1u);
  EQUAL(__fns(0b10110u, 2, 0), 2u);
  EQUAL(__fns(0b10110u, 3, 0), 0xffffffffu);
}

TEST(bytes_are_permuted) {
  EQUAL(__byte_perm(0x33221100u, 0x77665544u, 0x7531u), 0x77553311u);
  EQUAL(__byte_perm(0x33221100u, 0x77665544u, 0x0123u), 0x00112233u);
  // A digit's upper bit means nothing.
  EQUAL(__byte_perm(0x80007f00u, 0u, 0x00b9u), 0x0000807fu);
}

TEST(funnel_shifts_wrap_or_clamp) {
  EQUAL(__funnelshift_l(0x80000000u, 1u, 1), 3u);
  EQUAL(__funnelshift_r(0x80000000u, 1u, 1), 0xc0000000u);
  EQUAL(__funnelshift_l(5u, 7u, 32), 7u);
  EQUAL(__funnelshift_r(5u, 7u, 32), 5u);
  EQUAL(__funnelshift_lc(5u, 7u, 32), 5u);
  EQUAL(__funnelshift_lc(5u, 7u, 100), 5u);
  EQUAL(__funnelshift_rc(5u, 7u, 32), 7u);
  EQUAL(__funnelshift_rc(5u, 7u, 4), 0x70000000u);
}

TEST(products_and_averages) {
  EQUAL(__mul24(0x00800000, 2), -0x1000000);
  EQUAL(__mul24(0x7f000003, 5), 15);
  EQUAL(__umul24(0xff000003u, 5u), 15u);
  EQUAL(__mulhi(-2, 3), -1);
  EQUAL(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EQUAL(__mul64hi(-1, 1), -1LL);
  EQUAL(__umul64hi(~0ULL, ~0ULL), ~0ULL - 1);
  EQUAL(__sad(-5, 7, 1u), 13u);
  EQUAL(__usad(3u, 7u, 1u), 5u);
  EQUAL(__hadd(std::numeric_limits<int>::max(), 1), 1 << 30);
  EQUAL(__hadd(-3, 0), -2);
  EQUAL(__rhadd(-3, 0), -1);
  EQUAL(__uhadd(0xffffffffu, 0xfffffffdu), 0xfffffffeu);
  EQUAL(__urhadd(0xffffffffu, 0xfffffffeu), 0xffffffffu);
}

TEST(dot_products_of_bytes) {
  EQUAL(__dp4a(0x01ff7f80, 0x01020304, 10), 1 - 2 + 127 * 3 - 128 * 4 + 10);
  EQUAL(__dp4a(0x01ff7f80u, 0x01020304u, 10u), 1u + 255 * 2 + 127 * 3 + 128 * 4 + 10);
  EQUAL(__dp4a(char4{1, -1, 2, 3}, char4{4, 5, 6, 7}, 0), 4 - 5 + 12 + 21);
  EQUAL(__dp2a_lo(0x0003fffe, 0x05040302, 1), -2 * 2 + 3 * 3 + 1);
  EQUAL(__dp2a_hi(0x0003fffe, 0x05040302, 1), -2 * 4 + 3 * 5 + 1);
  EQUAL(__dp2a_hi(0x00030002u, 0x05040302u, 1u), 2u * 4 + 3 * 5 + 1);
}

TEST(parts_of_words_are_computed_apart) {
  EQUAL(__vadd4(0xff010203u, 0x01010101u), 0x00020304u);
  EQUAL(__vaddus4(0xff010203u, 0x01010101u), 0xff020304u);
  EQUAL(__vaddss4(0x7f80fe00u, 0x01fe0101u), 0x7f80ff01u);
  EQUAL(__vadd2(0xffff0001u, 0x00010001u), 0x00000002u);
  EQUAL(__vsub2(0x00000005u, 0x00010003u), 0xffff0002u);
  EQUAL(__vsubus2(0x00000005u, 0x00010003u), 0x00000002u);
  EQUAL(__vsubss2(0x80000005u, 0x00010003u), 0x80000002u);
  EQUAL(__vabs4(0x80ff0102u), 0x80010102u);
  EQUAL(__vabsss4(0x80ff0102u), 0x7f010102u);
  EQUAL(__vnegss2(0x80000001u), 0x7fffffffu);
  EQUAL(__vmaxs4(0x80ff0102u, 0x00000000u), 0x00000102u);
  EQUAL(__vmaxu4(0x80ff0102u, 0x7f000202u), 0x80ff0202u);
  EQUAL(__vmins2(0x8000ffffu, 0x00000001u), 0x8000ffffu);
  EQUAL(__vminu2(0x8000ffffu, 0x00000001u), 0x00000001u);
  EQUAL(__vcmpeq4(0x01020304u, 0x01000300u), 0xff00ff00u);
  EQUAL(__vsetgts2(0xffff0001u, 0x00000000u), 0x00000001u);
  EQUAL(__vsetgtu2(0xffff0001u, 0x00000000u), 0x00010001u);
  EQUAL(__vavgu4(0x01020304u, 0x02020405u), 0x02020405u);
  EQUAL(__vhaddu4(0x01020304u, 0x02020405u), 0x01020304u);
  EQUAL(__vabsdiffu4(0x01ff0305u, 0x02010403u), 0x01fe0102u);
  EQUAL(__vsadu4(0x01ff0305u, 0x02010403u), 1u + 254 + 1 + 2);
  EQUAL(__vsads2(0xffff0001u, 0x00010003u), 4u);
}

TEST(floats_become_integers_in_each_rounding) {
  EQUAL(__float2int_rn(2.5f), 2);
  EQUAL(__float2int_rn(3.5f), 4);
  EQUAL(__float2int_rz(-2.7f), -2);
  EQUAL(__float2int_ru(-2.7f), -2);
  EQUAL(__float2int_rd(-2.1f), -3);
  EQUAL(__double2int_rn(-0.5), 0);
  EQUAL(__double2ll_rd(-0.5), -1LL);
  EQUAL(__float2uint_ru(0.1f), 1u);
}

TEST(integers_out_of_range_saturate) {
  EQUAL(__float2int_rn(3e9f), std::numeric_limits<int>::max());
  EQUAL(__float2int_rn(-kInfinity), std::numeric_limits<int>::min());
  EQUAL(__float2uint_rz(-1.0f), 0u);
  EQUAL(__float2uint_rz(1e20f), 0xffffffffu);
  EQUAL(__float2ll_rz(1e30f), std::numeric_limits<long long>::max());
  EQUAL(__double2ull_rz(1e30), ~0ULL);
  EQUAL(__float2int_rz(kNan), 0);
  EQUAL(__float2uint_rz(kNan), 0u);
  EQUAL(__float2ll_rz(kNan), std::numeric_limits<long long>::min());
  EQUAL(__float2ull_rz(kNan), 0x8000000000000000ULL);
  EQUAL(__double2int_rn(kNan), std::numeric_limits<int>::min());
  EQUAL(__double2uint_rn(kNan), 0x80000000u);
  EQUAL(__double2ull_rn(kNan), 0x8000000000000000ULL);
}

TEST(numbers_become_floats_in_each_rounding) {
  EQUAL(__int2float_rn(16777217), 16777216.0f);
  EQUAL(__int2float_ru(16777217), 16777218.0f);
  EQUAL(__int2float_rz(-16777217), -16777216.0f);
  EQUAL(__int2float_rd(-16777217), -16777218.0f);
  EQUAL(__uint2float_rz(0xffffffffu), 4294967040.0f);
  EQUAL(__ull2float_rz(~0ULL), 18446742974197923840.0f);
  EQUAL(__ull2float_rn(~0ULL), 18446744073709551616.0f);
  EQUAL(__ll2double_rd((1LL << 53) + 1), 9007199254740992.0);
  EQUAL(__ll2double_ru((1LL << 53) + 1), 9007199254740994.0);
  EQUAL(__ull2double_rz(~0ULL), 18446744073709549568.0);
  EQUAL(__double2float_rz(1e300), std::numeric_limits<float>::max());
  EQUAL(__double2float_rn(1e300), kInfinity);
  EQUAL(__double2float_ru(-1e300), -std::numeric_limits<float>::max());
  EQUAL(__double2float_ru(1e-300), std::numeric_limits<float>::denorm_min());
  EQUAL(__double2float_rd(0.1), 0.099999994f);
}

TEST(bits_are_seen_as_numbers) {
  EQUAL(__float_as_int(-1.0f), static_cast<int>(0xbf800000u));
  EQUAL(__uint_as_float(0x40490fdbu), 3.14159274f);
  EQUAL(__double2hiint(1.0), 0x3ff00000);
  EQUAL(__double2loint(__longlong_as_double(0x3ff00000deadbeefLL)), static_cast<int>(0xdeadbeefu));
  EQUAL(__hiloint2double(0x40080000, 0), 3.0);
}

TEST(cache_hints_load_and_store) {
  float4 values[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  EQUAL(__ldg(values + 1).z, 7.0f);
  EQUAL(__ldcg(&values[0].y), 2.0f);
  float place = 0.0f;
  __stcs(&place, 3);
  EQUAL(place, 3.0f);
}

TEST(started_copies_are_done_and_filled_with_zeros) {
  char to[4] = {9, 9, 9, 9};
  __pipeline_memcpy_async(to, "abcd", 4, 1);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  EQUAL(to[2], 'c');
  EQUAL(to[3], '\0');
}

TEST_MAIN()
