// Transforms of all types and many lengths against their definition, and there and back.
#include <cmath>
#include <vector>

#include "mufft.h"
#include "mufft/tests/plain.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

constexpr double kFloatError = 3e-7;
constexpr double kDoubleError = 1e-14;

std::vector<int> lengths() {
  std::vector<int> all;
  for (int n = 1; n <= 70; ++n) all.push_back(n);  // every small factor, and primes beyond them
  for (int n :
       {74, 97, 100, 121, 128, 169, 210, 243, 251, 256, 961, 1000, 1009, 1024, 1536, 2018}) {
    all.push_back(n);
  }
  return all;
}

}  // namespace

TEST(complex_transforms_of_float_match_the_definition) {
  for (const int n : lengths()) {
    const Signal signal = plain::unpacked(plain::packed<mufftComplex>(plain::random_signal(n)));
    mufftHandle plan = nullptr;
    EQUAL(mufftPlan1d(&plan, n, MUFFT_C2C, 1), MUFFT_SUCCESS);
    const DeviceArray<mufftComplex> in(plain::packed<mufftComplex>(signal));
    const DeviceArray<mufftComplex> out(n);
    for (const int direction : {MUFFT_FORWARD, MUFFT_INVERSE}) {
      EQUAL(mufftExecC2C(plan, in.data(), out.data(), direction), MUFFT_SUCCESS);
      const Signal expected = plain::dft(signal, {static_cast<std::size_t>(n)}, direction);
      CHECK(plain::error(plain::unpacked(out.get()), expected) < kFloatError);
    }
    EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
  }
}

TEST(complex_transforms_of_double_match_the_definition) {
  for (const int n : lengths()) {
    const Signal signal = plain::random_signal(n, 2);
    mufftHandle plan = nullptr;
    EQUAL(mufftPlan1d(&plan, n, MUFFT_Z2Z, 1), MUFFT_SUCCESS);
    const DeviceArray<mufftDoubleComplex> data(plain::packed<mufftDoubleComplex>(signal));
    EQUAL(mufftExecZ2Z(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
    const Signal expected = plain::dft(signal, {static_cast<std::size_t>(n)}, -1);
    CHECK(plain::error(plain::unpacked(data.get()), expected) < kDoubleError);
    EQUAL(mufftExecZ2Z(plan, data.data(), data.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
    Signal scaled = signal;
    for (plain::Complex& value : scaled) value *= n;
    CHECK(plain::error(plain::unpacked(data.get()), scaled) < kDoubleError);
    EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
  }
}

TEST(real_transforms_of_float_match_the_definition) {
  for (const int n : lengths()) {
    const std::size_t size = n;
    const std::vector<float> values = plain::real_parts<float>(plain::random_signal(size, 3, true));
    const Signal expected = plain::dft(plain::from_real(values), {size}, -1);
    mufftHandle forward = nullptr;
    mufftHandle back = nullptr;
    EQUAL(mufftPlan1d(&forward, n, MUFFT_R2C, 1), MUFFT_SUCCESS);
    EQUAL(mufftPlan1d(&back, n, MUFFT_C2R, 1), MUFFT_SUCCESS);
    const DeviceArray<float> real(values);
    const DeviceArray<mufftComplex> spectrum(size / 2 + 1);
    EQUAL(mufftExecR2C(forward, real.data(), spectrum.data()), MUFFT_SUCCESS);
    CHECK(plain::error(plain::unpacked(spectrum.get()), plain::half_rows(expected, size)) <
          kFloatError);
    EQUAL(mufftExecC2R(back, spectrum.data(), real.data()), MUFFT_SUCCESS);
    std::vector<float> again = real.get();
    for (float& value : again) value /= static_cast<float>(n);
    CHECK(plain::error(plain::from_real(again), plain::from_real(values)) < 3 * kFloatError);
    mufftDestroy(forward);
    mufftDestroy(back);
  }
}

TEST(real_transforms_of_double_match_the_definition) {
  for (const int n : lengths()) {
    const std::size_t size = n;
    const std::vector<double> values =
        plain::real_parts<double>(plain::random_signal(size, 4, true));
    const Signal expected = plain::dft(plain::from_real(values), {size}, -1);
    mufftHandle forward = nullptr;
    mufftHandle back = nullptr;
    EQUAL(mufftPlan1d(&forward, n, MUFFT_D2Z, 1), MUFFT_SUCCESS);
    EQUAL(mufftPlan1d(&back, n, MUFFT_Z2D, 1), MUFFT_SUCCESS);
    const DeviceArray<double> real(values);
    const DeviceArray<mufftDoubleComplex> spectrum(size / 2 + 1);
    EQUAL(mufftExecD2Z(forward, real.data(), spectrum.data()), MUFFT_SUCCESS);
    CHECK(plain::error(plain::unpacked(spectrum.get()), plain::half_rows(expected, size)) <
          kDoubleError);
    EQUAL(mufftExecZ2D(back, spectrum.data(), real.data()), MUFFT_SUCCESS);
    std::vector<double> again = real.get();
    for (double& value : again) value /= n;
    CHECK(plain::error(plain::from_real(again), plain::from_real(values)) < 3 * kDoubleError);
    mufftDestroy(forward);
    mufftDestroy(back);
  }
}

// The imaginary parts of the first and the middle number of a real signal's spectrum are not looked
// at, as the platform's transforms do not.
TEST(complex_to_real_takes_the_first_half_of_a_hermitian_spectrum) {
  std::vector<mufftDoubleComplex> half(3);
  half[0] = {1.0, 5.0};
  half[1] = {0.5, -0.25};
  half[2] = {0.75, 3.0};
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 4, MUFFT_Z2D, 1), MUFFT_SUCCESS);
  const DeviceArray<mufftDoubleComplex> in(half);
  const DeviceArray<double> out(4);
  EQUAL(mufftExecZ2D(plan, in.data(), out.data()), MUFFT_SUCCESS);
  const std::vector<double> found = out.get();
  const double expected[] = {1 + 1 + 0.75, 1 + 0.5 - 0.75, 1 - 1 + 0.75, 1 - 0.5 - 0.75};
  for (int i = 0; i < 4; ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-15);
  mufftDestroy(plan);
}

TEST(long_transforms_come_back) {
  for (const int n : {1 << 16, 3 * 5 * 7 * 11 * 13 * 2, 65537, 2 * 10007}) {
    const Signal signal = plain::random_signal(n, 5);
    mufftHandle plan = nullptr;
    EQUAL(mufftPlan1d(&plan, n, MUFFT_Z2Z, 1), MUFFT_SUCCESS);
    const DeviceArray<mufftDoubleComplex> data(plain::packed<mufftDoubleComplex>(signal));
    EQUAL(mufftExecZ2Z(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
    // One number of the spectrum by its definition, all by Parseval's sum.
    const Signal spectrum = plain::unpacked(data.get());
    plain::Complex sum = 0;
    double energy = 0;
    double spectrum_energy = 0;
    for (int i = 0; i < n; ++i) {
      sum += signal[i] * std::polar(1.0, -6.283185307179586 * (7LL * i % n) / n);
      energy += std::norm(signal[i]) * n;
      spectrum_energy += std::norm(spectrum[i]);
    }
    CHECK(std::abs(sum - spectrum[7]) < 1e-10 * std::sqrt(n));
    CHECK(std::abs(energy / spectrum_energy - 1.0) < 1e-12);
    EQUAL(mufftExecZ2Z(plan, data.data(), data.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
    Signal back = plain::unpacked(data.get());
    for (plain::Complex& value : back) value /= n;
    CHECK(plain::error(back, signal) < 5e-15);
    mufftDestroy(plan);
  }
}

TEST_MAIN()
