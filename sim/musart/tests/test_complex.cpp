// muComplex.h: arithmetic of both precisions against std::complex.
#include <cmath>
#include <complex>

#include "check.h"
#include "muComplex.h"

TEST(arithmetic_is_that_of_complex_numbers) {
  const std::complex<double> a(1.5, -2.0), b(-0.25, 3.0), c(4.0, 1.0);
  const auto mine = [](std::complex<double> z) { return make_muDoubleComplex(z.real(), z.imag()); };
  const auto same = [](muDoubleComplex x, std::complex<double> y) {
    return std::abs(std::complex<double>(muCreal(x), muCimag(x)) - y) < 1e-14;
  };
  CHECK(same(muCadd(mine(a), mine(b)), a + b));
  CHECK(same(muCsub(mine(a), mine(b)), a - b));
  CHECK(same(muCmul(mine(a), mine(b)), a * b));
  CHECK(same(muCdiv(mine(a), mine(b)), a / b));
  CHECK(same(muCdiv(mine(b), mine(c)), b / c));
  CHECK(same(muCfma(mine(a), mine(b), mine(c)), a * b + c));
  CHECK(same(muConj(mine(a)), std::conj(a)));
  CHECK(std::fabs(muCabs(mine(a)) - std::abs(a)) < 1e-14);
  const muFloatComplex half = muComplexDoubleToFloat(mine(a));
  EQUAL(muCrealf(muCmulf(half, half)), 1.5f * 1.5f - 4.0f);
  EQUAL(muComplexFloatToDouble(half).y, -2.0);
}

TEST(division_and_absolute_value_do_not_overflow_on_the_way) {
  const muComplex big = make_muComplex(1e30f, 1e30f);
  EQUAL(muCdivf(big, big).x, 1.0f);
  EQUAL(muCdivf(big, big).y, 0.0f);
  CHECK(std::isfinite(muCabsf(big)));
}

TEST_MAIN()
