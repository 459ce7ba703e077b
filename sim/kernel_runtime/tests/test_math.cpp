// The math functions of kernels against values known to many digits, and arithmetic in each rounding.
#include "musasim/device/math.h"

#include <limits>

#include "check.h"

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Within a few units in the last place.
void check_near(double seen, double expected) {
  const double allowed = 8 * std::numeric_limits<double>::epsilon() * std::fabs(expected);
  if (!(std::fabs(seen - expected) <= allowed)) EQUAL(seen, expected);
}

}  // namespace

TEST(inverse_error_functions) {
  check_near(erfinv(0.3), 0.272462714726754345);
  check_near(erfinv(-0.3), -0.272462714726754345);
  check_near(erfinv(0.999999), 3.45891073727549878);
  check_near(erfinv(1e-20), 8.86226925452758014e-21);
  check_near(erfcinv(1.3), -0.272462714726754345);
  check_near(erfcinv(1e-300), 26.2094699605161232);
  EQUAL(erfinv(1.0), kInfinity);
  EQUAL(erfcinv(2.0), -kInfinity);
  CHECK(std::isnan(erfinv(1.5)));
  CHECK(std::isnan(erfcinv(-0.5)));
  EQUAL(erfinvf(0.3f), 0.272462726f);
}

TEST(scaled_complementary_error_function) {
  check_near(erfcx(0.5), 0.615690344192925875);
  check_near(erfcx(10.0), 0.0561409927438225859);
  check_near(erfcx(30.0), 0.0187958888614167515);
  EQUAL(erfcx(-30.0), kInfinity);
}

TEST(normal_distribution) {
  check_near(normcdf(-5.0), 2.86651571879193912e-7);
  check_near(normcdfinv(1e-10), -6.36134090240405620);
  EQUAL(normcdfinv(0.5), 0.0);
  EQUAL(normcdfinv(0.0), -kInfinity);
}

TEST(multiples_of_pi_are_exact_where_they_can_be) {
  EQUAL(sinpi(1.0), 0.0);
  EQUAL(cospi(0.5), 0.0);
  EQUAL(sinpi(1.5), -1.0);
  EQUAL(cospi(-3.0), -1.0);
  CHECK(std::signbit(sinpi(-0.0)));
  check_near(sinpi(1e10 + 0.25), 0.707106781186547524);
  check_near(cospi(0.25), 0.707106781186547524);
  check_near(sinpi(-0.75), -0.707106781186547524);
  CHECK(std::isnan(sinpi(kInfinity)));
  float sine = 0;
  float cosine = 0;
  sincospif(0.5f, &sine, &cosine);
  EQUAL(sine, 1.0f);
  EQUAL(cosine, 0.0f);
}

TEST(lengths_and_reciprocals) {
  check_near(norm3d(2.0, 3.0, 6.0), 7.0);
  check_near(norm4d(1e300, 1e300, 1e300, 1e300), 2e300);
  check_near(rnorm3d(2.0, 3.0, 6.0), 1.0 / 7.0);
  EQUAL(norm3df(0x2p100f, 0x3p100f, 0x6p100f), 0x7p100f);
  const double values[] = {1, 2, 2, 4, 10};
  check_near(norm(5, values), std::sqrt(125.0));
  check_near(rhypot(3.0, 4.0), 0.2);
  EQUAL(rsqrtf(4.0f), 0.5f);
  EQUAL(rsqrt(0.25), 2.0);
  check_near(rcbrt(8.0), 0.5);
  check_near(cyl_bessel_i0(-1.0), 1.26606587775200834);
  check_near(cyl_bessel_i1(-1.0), -0.565159103992485027);
}

TEST(fast_functions_compute) {
  EQUAL(__expf(0.0f), 1.0f);
  EQUAL(__exp10f(2.0f), 100.0f);
  EQUAL(__log2f(8.0f), 3.0f);
  EQUAL(__powf(2.0f, 10.0f), 1024.0f);
  EQUAL(__fdividef(1.0f, 4.0f), 0.25f);
  EQUAL(__fdividef(1.0f, 3e38f), 0.0f);
  EQUAL(__frsqrt_rn(16.0f), 0.25f);
  EQUAL(__saturatef(2.0f), 1.0f);
  EQUAL(__saturatef(-2.0f), 0.0f);
  EQUAL(__saturatef(std::numeric_limits<float>::quiet_NaN()), 0.0f);
}

TEST(sums_and_products_round_as_told) {
  EQUAL(__fadd_rn(1.0f, 1e-10f), 1.0f);
  EQUAL(__fadd_rz(1.0f, 1e-10f), 1.0f);
  EQUAL(__fadd_ru(1.0f, 1e-10f), std::nextafter(1.0f, 2.0f));
  EQUAL(__fsub_rd(1.0f, 1e-10f), std::nextafter(1.0f, 0.0f));
  CHECK(std::signbit(__fadd_rd(1.0f, -1.0f)));
  CHECK(!std::signbit(__fadd_rn(1.0f, -1.0f)));
  EQUAL(__fmul_rz(1e30f, 1e30f), std::numeric_limits<float>::max());
  EQUAL(__fmul_ru(1e30f, 1e30f), std::numeric_limits<float>::infinity());
  EQUAL(__fmul_ru(1e-30f, 1e-30f), std::numeric_limits<float>::denorm_min());
  EQUAL(__fdiv_ru(1.0f, 3.0f), 0.333333343f);
  EQUAL(__fdiv_rd(1.0f, 3.0f), 0.333333313f);
  EQUAL(__frcp_rz(3.0f), 0.333333313f);
  EQUAL(__fsqrt_rd(2.0f), 1.41421354f);
  EQUAL(__fsqrt_ru(2.0f), 1.41421366f);
  EQUAL(__fmaf_rn(1e20f, 1e20f, -kInfinity), -std::numeric_limits<float>::infinity());
  EQUAL(__fma_ru(1.0, 1.0, 1e-30), std::nextafter(1.0, 2.0));
  EQUAL(__ddiv_rd(1.0, 10.0), std::nextafter(0.1, 0.0));
  EQUAL(__dsqrt_ru(4.0), 2.0);
  EQUAL(std::fegetround(), FE_TONEAREST);
}

TEST(product_and_sum_are_not_fused) {
  const float a = 1.0f + std::numeric_limits<float>::epsilon();
  EQUAL(__fadd_rn(__fmul_rn(a, a), -(1.0f + 2 * std::numeric_limits<float>::epsilon())), 0.0f);
  CHECK(__fmaf_rn(a, a, -(1.0f + 2 * std::numeric_limits<float>::epsilon())) > 0.0f);
}

TEST(minimum_and_maximum_prefer_numbers) {
  EQUAL(min(kNan, 1.0), 1.0);
  EQUAL(max(1.0, kNan), 1.0);
  EQUAL(max(1.0f, 2.0f), 2.0f);
  EQUAL(max(-1, 1u), 0xffffffffu);
  EQUAL(min(5LL, 3LL), 3LL);
  EQUAL(umax(1u, 2u), 2u);
}

TEST_MAIN()
