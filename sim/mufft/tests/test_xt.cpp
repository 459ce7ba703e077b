// The extensions: plans of every element type, and the refusal of what is not there.
#include <vector>

#include "mufft/tests/plain.h"
#include "mufftXt.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

mufftHandle make(long long n, musaDataType in, musaDataType out, musaDataType execution,
                 mufftResult expected = MUFFT_SUCCESS) {
  mufftHandle plan = nullptr;
  std::size_t bytes = 0;
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  EQUAL(
      mufftXtMakePlanMany(plan, 1, &n, nullptr, 1, n, in, nullptr, 1, n, out, 1, &bytes, execution),
      expected);
  return plan;
}

// Real and imaginary parts one after the other.
template <class Real>
std::vector<Real> narrowed(const Signal& signal) {
  std::vector<Real> out;
  for (const plain::Complex& value : signal) {
    out.push_back(Real(value.real()));
    out.push_back(Real(value.imag()));
  }
  return out;
}

template <class Real>
Signal widened(const std::vector<Real>& values) {
  Signal out;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    out.emplace_back(static_cast<float>(values[i]), static_cast<float>(values[i + 1]));
  }
  return out;
}

template <class Real>
void check_complex(musaDataType type, double worst) {
  const std::vector<Real> values = narrowed<Real>(plain::random_signal(32));
  mufftHandle plan = make(32, type, type, type);
  const DeviceArray<Real> in(values);
  const DeviceArray<Real> out(64);
  for (const int direction : {MUFFT_FORWARD, MUFFT_INVERSE}) {
    EQUAL(mufftXtExec(plan, in.data(), out.data(), direction), MUFFT_SUCCESS);
    CHECK(plain::error(widened(out.get()), plain::dft(widened(values), {32}, direction)) < worst);
  }
  mufftDestroy(plan);
}

}  // namespace

TEST(complex_plans_of_every_precision) {
  check_complex<__half>(MUSA_C_16F, 1e-3);
  check_complex<__mt_bfloat16>(MUSA_C_16BF, 1e-2);
  check_complex<float>(MUSA_C_32F, 1e-6);
  check_complex<double>(MUSA_C_64F, 1e-6);  // widened() goes through float
}

TEST(real_plans_have_their_own_direction) {
  const std::vector<__half> values = [] {
    std::vector<__half> made;
    for (const plain::Complex& value : plain::random_signal(16, 3, true)) {
      made.push_back(__half(value.real()));
    }
    return made;
  }();
  Signal signal;
  for (const __half value : values) signal.emplace_back(static_cast<float>(value), 0.0);
  mufftHandle forward = make(16, MUSA_R_16F, MUSA_C_16F, MUSA_C_16F);
  mufftHandle back = make(16, MUSA_C_16F, MUSA_R_16F, MUSA_C_16F);
  const DeviceArray<__half> real(values);
  const DeviceArray<__half> spectrum(18);
  EQUAL(mufftXtExec(forward, real.data(), spectrum.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
  CHECK(plain::error(widened(spectrum.get()), plain::half_rows(plain::dft(signal, {16}, -1), 16)) <
        1e-3);
  EQUAL(mufftXtExec(back, spectrum.data(), real.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  const std::vector<__half> again = real.get();
  for (int i = 0; i < 16; ++i) {
    CHECK(std::abs(static_cast<float>(again[i]) / 16 - signal[i].real()) < 2e-3);
  }
  mufftDestroy(forward);
  mufftDestroy(back);
}

TEST(types_must_fit_each_other) {
  mufftDestroy(make(8, MUSA_C_32F, MUSA_C_64F, MUSA_C_32F, MUFFT_INVALID_TYPE));
  mufftDestroy(make(8, MUSA_R_32F, MUSA_R_32F, MUSA_C_32F, MUFFT_INVALID_TYPE));
  mufftDestroy(make(8, MUSA_C_32F, MUSA_C_32F, MUSA_C_64F, MUFFT_INVALID_TYPE));
  mufftDestroy(make(8, MUSA_R_8I, MUSA_C_32F, MUSA_C_32F, MUFFT_INVALID_TYPE));
  mufftDestroy(make(12, MUSA_C_16F, MUSA_C_16F, MUSA_C_16F, MUFFT_NOT_SUPPORTED));
  long long n = 16;
  std::size_t bytes = 0;
  mufftHandle plan = make(8, MUSA_C_16F, MUSA_C_16F, MUSA_C_16F);
  EQUAL(mufftXtGetSizeMany(plan, 1, &n, nullptr, 1, 0, MUSA_C_64F, nullptr, 1, 0, MUSA_C_64F, 2,
                           &bytes, MUSA_C_64F),
        MUFFT_SUCCESS);
  EQUAL(bytes, 2 * 16 * sizeof(mufftDoubleComplex));
  mufftDestroy(plan);
}

TEST(work_areas_are_those_of_one_device) {
  mufftHandle plan = nullptr;
  long long n = 8;
  std::size_t bytes = 0;
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  EQUAL(mufftSetAutoAllocation(plan, 0), MUFFT_SUCCESS);
  EQUAL(mufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 0, MUSA_C_32F, nullptr, 1, 0, MUSA_C_32F, 1,
                            &bytes, MUSA_C_32F),
        MUFFT_SUCCESS);
  EQUAL(mufftXtSetWorkAreaPolicy(plan, MUFFT_WORKAREA_MINIMAL, nullptr), MUFFT_SUCCESS);
  EQUAL(mufftXtSetWorkAreaPolicy(plan, static_cast<mufftXtWorkAreaPolicy>(3), &bytes),
        MUFFT_INVALID_VALUE);
  const DeviceArray<mufftComplex> data(8);
  EQUAL(mufftXtExec(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_NO_WORKSPACE);
  const DeviceArray<char> area(bytes);
  void* areas[] = {area.data()};
  EQUAL(mufftXtSetWorkArea(plan, areas), MUFFT_SUCCESS);
  EQUAL(mufftXtExec(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(mufftXtSetWorkArea(plan, nullptr), MUFFT_INVALID_VALUE);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  mufftDestroy(plan);
}

TEST(distributions_are_not_supported) {
  mufftHandle plan = nullptr;
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  EQUAL(mufftXtSetDistribution(plan, 1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
        MUFFT_NOT_SUPPORTED);
  mufftDestroy(plan);
}

TEST_MAIN()
