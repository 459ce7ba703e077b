// Places that transforms read and write: axes, batches, strides, embeds, in place.
#include <vector>

#include "mufft.h"
#include "mufft/tests/plain.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

constexpr double kError = 1e-13;

std::vector<mufftDoubleComplex> packed(const Signal& signal) {
  return plain::packed<mufftDoubleComplex>(signal);
}

}  // namespace

TEST(two_and_three_dimensions_match_the_definition) {
  const Signal signal = plain::random_signal(6 * 10 * 7);
  const DeviceArray<mufftDoubleComplex> in(packed(signal));
  const DeviceArray<mufftDoubleComplex> out(signal.size());
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan3d(&plan, 6, 10, 7, MUFFT_Z2Z), MUFFT_SUCCESS);
  EQUAL(mufftExecZ2Z(plan, in.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(out.get()), plain::dft(signal, {6, 10, 7}, -1)) < kError);
  mufftDestroy(plan);
  EQUAL(mufftPlan2d(&plan, 12, 35, MUFFT_Z2Z), MUFFT_SUCCESS);
  EQUAL(mufftExecZ2Z(plan, in.data(), out.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(out.get()), plain::dft(signal, {12, 35}, 1)) < kError);
  mufftDestroy(plan);
}

// 37 is a prime beyond the radices: several columns through Bluestein's way.
TEST(real_transforms_of_several_dimensions_match_the_definition) {
  for (const std::size_t rows : {6, 37}) {
    for (const std::size_t width : {8, 9}) {
      const int n[] = {static_cast<int>(rows), 5, static_cast<int>(width)};
      const Signal signal = plain::random_signal(rows * 5 * width, 6, true);
      const Signal expected = plain::dft(signal, {rows, 5, width}, -1);
      mufftHandle forward = nullptr;
      mufftHandle back = nullptr;
      EQUAL(mufftPlan3d(&forward, n[0], n[1], n[2], MUFFT_D2Z), MUFFT_SUCCESS);
      EQUAL(mufftPlan3d(&back, n[0], n[1], n[2], MUFFT_Z2D), MUFFT_SUCCESS);
      const DeviceArray<double> real(plain::real_parts<double>(signal));
      const DeviceArray<mufftDoubleComplex> spectrum(rows * 5 * (width / 2 + 1));
      EQUAL(mufftExecD2Z(forward, real.data(), spectrum.data()), MUFFT_SUCCESS);
      CHECK(plain::error(plain::unpacked(spectrum.get()), plain::half_rows(expected, width)) <
            kError);
      EQUAL(mufftExecZ2D(back, spectrum.data(), real.data()), MUFFT_SUCCESS);
      std::vector<double> again = real.get();
      for (double& value : again) value /= static_cast<double>(rows * 5 * width);
      CHECK(plain::error(plain::from_real(again), signal) < kError);
      mufftDestroy(forward);
      mufftDestroy(back);
    }
  }
}

TEST(batches_are_transformed_one_by_one) {
  const Signal signal = plain::random_signal(3 * 20);
  const DeviceArray<mufftDoubleComplex> data(packed(signal));
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 20, MUFFT_Z2Z, 3), MUFFT_SUCCESS);
  EQUAL(mufftExecZ2Z(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(data.get()), plain::dft_axis(signal, {3, 20}, 1, -1)) <
        kError);
  mufftDestroy(plan);
}

TEST(real_data_in_place_has_padded_rows) {
  for (const int width : {6, 7}) {
    const std::size_t padded = 2 * (width / 2 + 1);
    const Signal signal = plain::random_signal(2 * 4 * width, 8, true);
    std::vector<double> rows(2 * 4 * padded, 99.0);
    for (std::size_t i = 0; i < signal.size(); ++i) {
      rows[i / width * padded + i % width] = signal[i].real();
    }
    int n[] = {4, width};
    mufftHandle forward = nullptr;
    mufftHandle back = nullptr;
    EQUAL(mufftPlanMany(&forward, 2, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_D2Z, 2), MUFFT_SUCCESS);
    EQUAL(mufftPlanMany(&back, 2, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_Z2D, 2), MUFFT_SUCCESS);
    const DeviceArray<double> data(rows);
    auto* const spectrum = reinterpret_cast<mufftDoubleComplex*>(data.data());
    EQUAL(mufftExecD2Z(forward, data.data(), spectrum), MUFFT_SUCCESS);
    std::vector<mufftDoubleComplex> found(data.size() / 2);
    EQUAL(musaMemcpy(found.data(), spectrum, data.size() * 8, musaMemcpyDeviceToHost), musaSuccess);
    const std::size_t size = width;
    const Signal expected =
        plain::dft_axis(plain::dft_axis(signal, {2, 4, size}, 1, -1), {2, 4, size}, 2, -1);
    CHECK(plain::error(plain::unpacked(found), plain::half_rows(expected, width)) < kError);
    EQUAL(mufftExecZ2D(back, spectrum, data.data()), MUFFT_SUCCESS);
    const std::vector<double> again = data.get();
    for (std::size_t i = 0; i < signal.size(); ++i) {
      const double value = again[i / width * padded + i % width] / (4 * width);
      CHECK(std::abs(value - signal[i].real()) < kError);
    }
    mufftDestroy(forward);
    mufftDestroy(back);
  }
}

// Interleaved batches in, spread rows out: every number of the layout differs from the dense one.
TEST(strides_distances_and_embeds_place_the_elements) {
  long long n[] = {3, 5};
  long long in_embed[] = {77, 6};  // the first is not looked at
  long long out_embed[] = {88, 9};
  const long long in_stride = 4, in_distance = 1, out_stride = 2, out_distance = 60, batch = 4;
  const Signal memory = plain::random_signal(3 * 6 * 4);
  mufftHandle plan = nullptr;
  std::size_t bytes = 0;
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  EQUAL(mufftMakePlanMany64(plan, 2, n, in_embed, in_stride, in_distance, out_embed, out_stride,
                            out_distance, MUFFT_Z2Z, batch, &bytes),
        MUFFT_SUCCESS);
  const DeviceArray<mufftDoubleComplex> in(packed(memory));
  const DeviceArray<mufftDoubleComplex> out(packed(Signal(4 * 60, {-7.0, 7.0})));
  EQUAL(mufftExecZ2Z(plan, in.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  const Signal found = plain::unpacked(out.get());
  Signal expected(4 * 60, {-7.0, 7.0});  // what lies between stays as it was
  for (long long b = 0; b < batch; ++b) {
    Signal one;
    for (long long x = 0; x < 3; ++x) {
      for (long long y = 0; y < 5; ++y) {
        one.push_back(memory[b * in_distance + (x * 6 + y) * in_stride]);
      }
    }
    one = plain::dft(one, {3, 5}, -1);
    for (long long x = 0; x < 3; ++x) {
      for (long long y = 0; y < 5; ++y) {
        expected[b * out_distance + (x * 9 + y) * out_stride] = one[x * 5 + y];
      }
    }
  }
  CHECK(plain::error(found, expected) < kError);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (expected[i] == plain::Complex(-7.0, 7.0)) CHECK(found[i] == expected[i]);
  }
  mufftDestroy(plan);
}

TEST(real_sides_have_layouts_of_their_own) {
  int n[] = {10};
  int in_embed[] = {10};
  int out_embed[] = {6};
  mufftHandle plan = nullptr;
  EQUAL(mufftPlanMany(&plan, 1, n, in_embed, 3, 1, out_embed, 1, 8, MUFFT_D2Z, 3), MUFFT_SUCCESS);
  const Signal memory = plain::random_signal(30, 9, true);
  const DeviceArray<double> in(plain::real_parts<double>(memory));
  const DeviceArray<mufftDoubleComplex> out(24);
  EQUAL(mufftExecD2Z(plan, in.data(), out.data()), MUFFT_SUCCESS);
  const Signal found = plain::unpacked(out.get());
  const Signal expected = plain::dft_axis(memory, {10, 3}, 0, -1);
  for (std::size_t b = 0; b < 3; ++b) {
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(std::abs(found[b * 8 + k] - expected[k * 3 + b]) < kError);
    }
  }
  mufftDestroy(plan);
}

// With one embed missing both count as dense, and strides and distances are not looked at.
TEST(without_embeds_data_is_dense) {
  int n[] = {4, 6};
  int embed[] = {4, 60};
  const Signal signal = plain::random_signal(2 * 24);
  const DeviceArray<mufftDoubleComplex> in(packed(signal));
  const DeviceArray<mufftDoubleComplex> out(48);
  mufftHandle plan = nullptr;
  EQUAL(mufftPlanMany(&plan, 2, n, embed, 5, 1000, nullptr, 7, 3, MUFFT_Z2Z, 2), MUFFT_SUCCESS);
  EQUAL(mufftExecZ2Z(plan, in.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  const Signal expected =
      plain::dft_axis(plain::dft_axis(signal, {2, 4, 6}, 1, -1), {2, 4, 6}, 2, -1);
  CHECK(plain::error(plain::unpacked(out.get()), expected) < kError);
  mufftDestroy(plan);
}

TEST_MAIN()
