// Transforms of descriptors on one, two and three devices, against the definition.
#include <chrono>
#include <thread>

#include "machine/library.h"
#include "mufft/tests/descriptors.h"

using plain::Signal;
using spread::allocated;
using spread::get;
using spread::made;
using spread::part;
using spread::product;
using spread::put;
using spread::share;
using spread::Sizes;
using spread::start;

namespace {

template <class C>
double worst() {
  return sizeof(C::x) == 8 ? 1e-12 : 1e-5;
}

Signal slice(const Signal& from, std::size_t first, std::size_t count) {
  return Signal(from.begin() + static_cast<std::ptrdiff_t>(first),
                from.begin() + static_cast<std::ptrdiff_t>(first + count));
}

// Columns of a dense rows x columns x depth.
Signal columns_of(const Signal& all, std::size_t columns, std::size_t depth, std::size_t first,
                  std::size_t count) {
  Signal out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t column = i / depth % columns;
    if (column >= first && column < first + count) out.push_back(all[i]);
  }
  return out;
}

void check_devices(const musaLibXtDesc* descriptor, int devices) {
  EQUAL(descriptor->descriptor->nGPUs, devices);
  for (int i = 0; i < devices; ++i) {
    musaPointerAttributes attributes{};
    EQUAL(musaPointerGetAttributes(&attributes, descriptor->descriptor->data[i]), musaSuccess);
    EQUAL(attributes.device, i + 1);
    EQUAL(descriptor->descriptor->GPUs[i], i + 1);
  }
}

// There and back, with a look at each device's memory.
template <class C>
void check_planes(int devices, const Sizes& n, mufftType type) {
  mufftHandle plan = made(devices, n, type);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  check_devices(data, devices);
  const std::size_t total = product(n);
  const std::size_t plane = total / n[0];
  const std::vector<C> values = plain::packed<C>(plain::random_signal(total));
  const Signal in = plain::unpacked(values);
  put(plan, data, values);
  for (int i = 0; i < devices; ++i) {
    const std::size_t count = share(n[0], devices, i) * plane;
    const Signal expected = slice(in, start(n[0], devices, i) * plane, count);
    EQUAL(plain::error(plain::unpacked(part<C>(data, i, count)), expected), 0.0);
  }
  EQUAL(mufftXtExecDescriptor(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE_SHUFFLED));
  const Signal spectrum = plain::dft(in, n, -1);
  CHECK(plain::error(plain::unpacked(get<C>(plan, data, total)), spectrum) < worst<C>());
  for (int i = 0; i < devices; ++i) {
    const Signal expected =
        columns_of(spectrum, n[1], plane / n[1], start(n[1], devices, i), share(n[1], devices, i));
    const Signal found = plain::unpacked(part<C>(data, i, expected.size()));
    CHECK(plain::error(found, expected) < worst<C>());
  }
  EQUAL(mufftXtExecDescriptor(plan, data, data, MUFFT_INVERSE), MUFFT_SUCCESS);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE));
  Signal back = plain::unpacked(get<C>(plan, data, total));
  for (plain::Complex& value : back) value /= static_cast<double>(total);
  CHECK(plain::error(back, in) < worst<C>());
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

// The natural position of element `i` of a device's part.
std::size_t position(const mufftXt1dFactors& factors, std::size_t first_string, std::size_t i) {
  const auto length = static_cast<std::size_t>(factors.stringLength);
  const auto sub = static_cast<std::size_t>(factors.substringLength);
  const std::size_t string = first_string + i / length;
  return string * sub + i % length / sub * static_cast<std::size_t>(factors.factor1) + i % sub;
}

// Each device's strings, of the spectrum that the descriptor holds.
template <class C>
void check_strings(mufftHandle plan, const musaLibXtDesc* data, const Signal& spectrum) {
  mufftXt1dFactors factors{};
  EQUAL(mufftXtQueryPlan(plan, &factors, MUFFT_QUERY_1D_FACTORS), MUFFT_SUCCESS);
  EQUAL(factors.factor1 * factors.factor2, static_cast<long long>(spectrum.size()));
  EQUAL(factors.stringCount * factors.stringLength, static_cast<long long>(spectrum.size()));
  EQUAL(1LL << factors.stringShift, factors.stringLength);
  const auto strings = static_cast<std::size_t>(factors.stringCount);
  const int devices = data->descriptor->nGPUs;
  for (int i = 0; i < devices; ++i) {
    const std::size_t count =
        share(strings, devices, i) * static_cast<std::size_t>(factors.stringLength);
    Signal expected;
    for (std::size_t k = 0; k < count; ++k) {
      expected.push_back(spectrum[position(factors, start(strings, devices, i), k)]);
    }
    CHECK(plain::error(plain::unpacked(part<C>(data, i, count)), expected) < worst<C>());
  }
}

template <class C>
void check_line(int devices, std::size_t n, mufftType type) {
  mufftHandle plan = made(devices, {n}, type);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  const std::vector<C> values = plain::packed<C>(plain::random_signal(n));
  const Signal spectrum = plain::dft(plain::unpacked(values), {n}, -1);
  put(plan, data, values);
  for (int i = 0; i < devices; ++i) {
    const std::vector<C> found = part<C>(data, i, share(n, devices, i));
    const C& first = values[start(n, devices, i)];
    CHECK(found[0].x == first.x && found[0].y == first.y);
  }
  EQUAL(mufftXtExecDescriptor(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(get<C>(plan, data, n)), spectrum) < worst<C>());
  check_strings<C>(plan, data, spectrum);
  // Only a copy to another descriptor brings strings back into natural order.
  EQUAL(mufftXtExecDescriptor(plan, data, data, MUFFT_INVERSE), MUFFT_INVALID_TYPE);
  musaLibXtDesc* natural = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  EQUAL(mufftXtMemcpy(plan, natural, data, MUFFT_COPY_DEVICE_TO_DEVICE), MUFFT_SUCCESS);
  const std::size_t first = share(n, devices, 0);
  CHECK(plain::error(plain::unpacked(part<C>(natural, 0, first)), slice(spectrum, 0, first)) <
        worst<C>());
  EQUAL(mufftXtExecDescriptor(plan, natural, natural, MUFFT_INVERSE), MUFFT_SUCCESS);
  Signal back = plain::unpacked(get<C>(plan, natural, n));
  for (plain::Complex& value : back) value /= static_cast<double>(n);
  CHECK(plain::error(back, plain::unpacked(values)) < worst<C>());
  for (musaLibXtDesc* each : {natural, data}) EQUAL(mufftXtFree(each), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

// Real data to its spectrum and, by another plan, back.
template <class Real, class C>
void check_real(int devices, const Sizes& n, mufftType forward, mufftType back) {
  mufftHandle there = made(devices, n, forward);
  mufftHandle home = made(devices, n, back);
  musaLibXtDesc* data = allocated(there, MUFFT_XT_FORMAT_INPLACE);
  const std::size_t width = n.back();
  const std::size_t half = width / 2 + 1;
  const std::size_t rows = product(n) / width;
  const Signal in = plain::random_signal(rows * width, 5, true);
  const std::vector<Real> values = plain::real_parts<Real>(in);
  const Signal spectrum = plain::half_rows(plain::dft(plain::from_real(values), n, -1), width);
  put(there, data, spread::padded(values, width, 2 * half));
  const bool twice = sizeof(Real) == 8;
  EQUAL(twice ? mufftXtExecDescriptorD2Z(there, data, data)
              : mufftXtExecDescriptorR2C(there, data, data),
        MUFFT_SUCCESS);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE_SHUFFLED));
  const Signal found = plain::unpacked(get<C>(there, data, rows * half));
  CHECK(plain::error(found, spectrum) < worst<C>());
  // A spectrum from the host does as well as one from the other plan.
  musaLibXtDesc* other = allocated(home, MUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  put(home, other, plain::packed<C>(spectrum));
  for (musaLibXtDesc* descriptor : {data, other}) {
    EQUAL(twice ? mufftXtExecDescriptorZ2D(home, descriptor, descriptor)
                : mufftXtExecDescriptorC2R(home, descriptor, descriptor),
          MUFFT_SUCCESS);
    EQUAL(descriptor->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE));
    Signal again = plain::from_real(
        spread::without_padding(get<Real>(home, descriptor, rows * 2 * half), width, 2 * half));
    for (plain::Complex& value : again) value /= static_cast<double>(rows * width);
    CHECK(plain::error(again, plain::from_real(values)) < worst<C>());
    EQUAL(mufftXtFree(descriptor), MUFFT_SUCCESS);
  }
  mufftDestroy(there);
  mufftDestroy(home);
}

}  // namespace

TEST(planes_are_dealt_out_and_come_back) {
  for (int devices = 1; devices <= 3; ++devices) {
    check_planes<mufftComplex>(devices, {33, 34}, MUFFT_C2C);
    check_planes<mufftDoubleComplex>(devices, {32, 35, 3}, MUFFT_Z2Z);
  }
}

TEST(typed_functions_transform_complex_descriptors) {
  for (int devices = 1; devices <= 3; ++devices) {
    const Sizes n{32, 36};
    mufftHandle plan = made(devices, n, MUFFT_C2C);
    mufftHandle twice = made(devices, n, MUFFT_Z2Z);
    musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
    musaLibXtDesc* wide = allocated(twice, MUFFT_XT_FORMAT_INPLACE);
    const Signal in = plain::random_signal(product(n), 9);
    put(plan, data, plain::packed<mufftComplex>(in));
    put(twice, wide, plain::packed<mufftDoubleComplex>(in));
    EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_INVERSE), MUFFT_SUCCESS);
    EQUAL(mufftXtExecDescriptorZ2Z(twice, wide, wide, MUFFT_INVERSE), MUFFT_SUCCESS);
    const Signal expected = plain::dft(in, n, 1);
    const Signal found = plain::unpacked(get<mufftComplex>(plan, data, product(n)));
    const Signal exact = plain::unpacked(get<mufftDoubleComplex>(twice, wide, product(n)));
    CHECK(plain::error(found, expected) < 1e-5);
    CHECK(plain::error(exact, expected) < 1e-12);
    EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
    EQUAL(mufftXtFree(wide), MUFFT_SUCCESS);
    mufftDestroy(plan);
    mufftDestroy(twice);
  }
}

TEST(lines_are_left_in_the_strings_that_the_plan_tells) {
  for (int devices = 2; devices <= 3; ++devices) {
    for (const std::size_t n : {64, 128, 1024}) check_line<mufftComplex>(devices, n, MUFFT_C2C);
    check_line<mufftDoubleComplex>(devices, 512, MUFFT_Z2Z);
  }
}

TEST(real_transforms_of_float_go_there_and_back) {
  for (int devices = 1; devices <= 3; ++devices) {
    check_real<float, mufftComplex>(devices, {33, 34}, MUFFT_R2C, MUFFT_C2R);
    check_real<float, mufftComplex>(devices, {32, 33, 5}, MUFFT_R2C, MUFFT_C2R);
  }
  check_real<float, mufftComplex>(1, {15}, MUFFT_R2C, MUFFT_C2R);
}

TEST(real_transforms_of_double_go_there_and_back) {
  for (int devices = 1; devices <= 3; ++devices) {
    check_real<double, mufftDoubleComplex>(devices, {35, 33}, MUFFT_D2Z, MUFFT_Z2D);
  }
}

TEST(lines_take_input_that_is_shuffled_on_the_way_from_the_host) {
  for (int devices = 1; devices <= 3; ++devices) {
    const std::size_t n = 256;
    mufftHandle plan = made(devices, {n}, MUFFT_C2C);
    musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED);
    const Signal in = plain::random_signal(n, 3);
    put(plan, data, plain::packed<mufftComplex>(in));
    const Signal same = plain::unpacked(get<mufftComplex>(plan, data, n));
    CHECK(plain::error(same, in) < 1e-6);
    if (devices > 1) {
      // The first device has every factor2-th element first.
      mufftXt1dFactors factors{};
      EQUAL(mufftXtQueryPlan(plan, &factors, MUFFT_QUERY_1D_FACTORS), MUFFT_SUCCESS);
      const auto step = static_cast<std::size_t>(factors.factor2);
      const auto width = std::max(1LL, factors.factor2 / factors.stringCount);
      const auto at = static_cast<std::size_t>(width);
      const auto found = part<mufftComplex>(data, 0, at + 1);
      CHECK(found[0].x == static_cast<float>(in[0].real()));
      CHECK(found[at].x == static_cast<float>(in[step].real()));
    }
    EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
    EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE_SHUFFLED));
    const Signal found = plain::unpacked(get<mufftComplex>(plan, data, n));
    CHECK(plain::error(found, plain::dft(in, {n}, -1)) < 1e-5);
    EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
    mufftDestroy(plan);
  }
}

TEST(work_waits_for_every_device_and_every_device_for_it) {
  const Sizes n{32, 32};
  mufftHandle plan = made(3, n, MUFFT_C2C);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  put(plan, data, std::vector<mufftComplex>(1024));
  auto* const last = static_cast<mufftComplex*>(data->descriptor->data[2]);
  // The last device sets the first element of its part, row 22, late.
  EQUAL(musaSetDevice(3), musaSuccess);
  EQUAL(musasim::launch_work(nullptr, "late",
                             [last] {
                               std::this_thread::sleep_for(std::chrono::milliseconds(50));
                               *musasim::backing(last) = mufftComplex{1.0F, 0.0F};
                               return musaSuccess;
                             }),
        musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  // The same device's next work sees the result: exp(-2 pi i 22 x / 32).
  EQUAL(musaSetDevice(3), musaSuccess);
  mufftComplex found[2] = {};
  EQUAL(musaMemcpyAsync(found, last, sizeof(mufftComplex), musaMemcpyDeviceToHost, nullptr),
        musaSuccess);
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  CHECK(std::abs(found[0].x - 1.0F) < 1e-6 && std::abs(found[0].y) < 1e-6);
  const Signal all = plain::unpacked(get<mufftComplex>(plan, data, 1024));
  const double angle = 22 * 6.283185307179586 / 32;
  CHECK(std::abs(all[32] - plain::Complex(std::cos(angle), -std::sin(angle))) < 1e-5);
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(work_follows_the_stream_of_the_plan) {
  mufftHandle plan = made(2, {32, 32}, MUFFT_C2C);
  musaLibXtDesc* data = allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  put(plan, data, std::vector<mufftComplex>(1024));
  auto* const first = static_cast<mufftComplex*>(data->descriptor->data[0]);
  musaStream_t stream = nullptr;
  EQUAL(musaSetDevice(2), musaSuccess);
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(mufftSetStream(plan, stream), MUFFT_SUCCESS);
  EQUAL(musasim::launch_work(stream, "late",
                             [first] {
                               std::this_thread::sleep_for(std::chrono::milliseconds(50));
                               *musasim::backing(first) = mufftComplex{1.0F, 0.0F};
                               return musaSuccess;
                             }),
        musaSuccess);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  for (const mufftComplex& value : part<mufftComplex>(data, 1, 512)) {
    CHECK(value.x == 1.0F && value.y == 0.0F);
  }
  // Work on several devices cannot be captured.
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeRelaxed), musaSuccess);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_INVERSE), MUFFT_EXEC_FAILED);
  EQUAL(data->subFormat, static_cast<int>(MUFFT_XT_FORMAT_INPLACE_SHUFFLED));
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(threads_have_descriptors_of_their_own_on_the_same_devices) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([i] { check_planes<mufftComplex>(i % 2 + 2, {32, 33}, MUFFT_C2C); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_MAIN()
