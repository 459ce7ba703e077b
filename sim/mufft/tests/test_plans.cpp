// Plans: making, sizes, settings, statuses of wrong calls, work on streams.
#include <cstring>
#include <future>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "machine/library.h"
#include "mufft.h"
#include "mufft/tests/plain.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

mufftHandle created() {
  mufftHandle plan = nullptr;
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  return plan;
}

// Transforms 16 numbers with the plan, whatever made it.
bool transforms(mufftHandle plan, const std::vector<std::size_t>& lengths) {
  const Signal signal = plain::random_signal(16, 3);
  const DeviceArray<mufftComplex> data(plain::packed<mufftComplex>(signal));
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  return plain::error(plain::unpacked(data.get()), plain::dft(signal, lengths, -1)) < 1e-6;
}

}  // namespace

TEST(created_plans_are_made_once_by_each_function) {
  std::size_t bytes[5] = {};
  int n[] = {4, 4};
  mufftHandle plan = created();
  EQUAL(mufftMakePlan1d(plan, 16, MUFFT_C2C, 1, &bytes[0]), MUFFT_SUCCESS);
  CHECK(transforms(plan, {16}));
  EQUAL(mufftMakePlan1d(plan, 16, MUFFT_C2C, 1, &bytes[0]), MUFFT_INVALID_PLAN);
  EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
  plan = created();
  EQUAL(mufftMakePlan2d(plan, 2, 8, MUFFT_C2C, &bytes[1]), MUFFT_SUCCESS);
  CHECK(transforms(plan, {2, 8}));
  mufftDestroy(plan);
  plan = created();
  EQUAL(mufftMakePlan3d(plan, 2, 2, 4, MUFFT_C2C, &bytes[2]), MUFFT_SUCCESS);
  CHECK(transforms(plan, {2, 2, 4}));
  mufftDestroy(plan);
  plan = created();
  EQUAL(mufftMakePlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_C2C, 1, &bytes[3]),
        MUFFT_SUCCESS);
  CHECK(transforms(plan, {4, 4}));
  std::size_t size = 0;
  EQUAL(mufftGetSize(plan, &size), MUFFT_SUCCESS);
  EQUAL(size, bytes[3]);
  mufftDestroy(plan);
}

TEST(estimates_are_what_plans_will_ask_for) {
  int n[] = {12, 10};
  long long wide[] = {12, 10};
  std::size_t expected = 0, size = 0;
  mufftHandle plan = created();
  EQUAL(mufftEstimate1d(100, MUFFT_C2C, 3, &expected), MUFFT_SUCCESS);
  EQUAL(mufftGetSize1d(plan, 100, MUFFT_C2C, 3, &size), MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(expected, 300 * sizeof(mufftComplex));
  EQUAL(mufftEstimate2d(12, 10, MUFFT_Z2Z, &expected), MUFFT_SUCCESS);
  EQUAL(mufftGetSize2d(plan, 12, 10, MUFFT_Z2Z, &size), MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(mufftGetSizeMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_Z2Z, 1, &size),
        MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(mufftGetSizeMany64(plan, 2, wide, nullptr, 1, 0, nullptr, 1, 0, MUFFT_Z2Z, 1, &size),
        MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(mufftEstimateMany(2, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_Z2Z, 1, &size), MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(mufftEstimate3d(4, 5, 6, MUFFT_R2C, &expected), MUFFT_SUCCESS);
  EQUAL(mufftGetSize3d(plan, 4, 5, 6, MUFFT_R2C, &size), MUFFT_SUCCESS);
  EQUAL(size, expected);
  EQUAL(mufftGetSize(plan, &size), MUFFT_INVALID_PLAN);  // not made yet
  mufftDestroy(plan);
}

TEST(wrong_arguments_are_diagnosed) {
  mufftHandle plan = nullptr;
  std::size_t bytes = 0;
  int n[] = {4, 4, 4, 4};
  EQUAL(mufftCreate(nullptr), MUFFT_INVALID_VALUE);
  EQUAL(mufftPlan1d(&plan, 0, MUFFT_C2C, 1), MUFFT_INVALID_SIZE);
  CHECK(plan == nullptr);
  EQUAL(mufftPlan1d(&plan, 8, MUFFT_C2C, 0), MUFFT_INVALID_SIZE);
  EQUAL(mufftPlan2d(&plan, 8, -1, MUFFT_C2C), MUFFT_INVALID_SIZE);
  EQUAL(mufftPlan1d(&plan, 8, static_cast<mufftType>(1), 1), MUFFT_INVALID_TYPE);
  EQUAL(mufftPlanMany(&plan, 4, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_C2C, 1),
        MUFFT_INVALID_VALUE);
  EQUAL(mufftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, MUFFT_C2C, 1),
        MUFFT_INVALID_VALUE);
  EQUAL(mufftPlanMany(&plan, 2, n, n, 0, 1, n, 1, 1, MUFFT_C2C, 1), MUFFT_INVALID_VALUE);
  EQUAL(mufftEstimate1d(8, MUFFT_C2C, 1, nullptr), MUFFT_INVALID_VALUE);
  EQUAL(mufftMakePlan1d(nullptr, 8, MUFFT_C2C, 1, &bytes), MUFFT_INVALID_PLAN);
  plan = created();
  EQUAL(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, nullptr), MUFFT_INVALID_VALUE);
  const DeviceArray<mufftComplex> data(8);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_INVALID_PLAN);
  EQUAL(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, &bytes), MUFFT_SUCCESS);
  EQUAL(mufftExecC2C(plan, nullptr, data.data(), MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), 0), MUFFT_INVALID_VALUE);
  EQUAL(mufftExecC2R(plan, data.data(), &data.data()->x), MUFFT_INVALID_TYPE);
  EQUAL(mufftExecZ2Z(plan, reinterpret_cast<mufftDoubleComplex*>(data.data()),
                     reinterpret_cast<mufftDoubleComplex*>(data.data()), MUFFT_FORWARD),
        MUFFT_INVALID_TYPE);
  EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
  EQUAL(mufftDestroy(plan), MUFFT_INVALID_PLAN);
  EQUAL(mufftSetStream(plan, nullptr), MUFFT_INVALID_PLAN);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_INVALID_PLAN);
}

TEST(without_automatic_allocation_a_work_area_is_needed) {
  mufftHandle plan = created();
  std::size_t bytes = 0;
  EQUAL(mufftSetAutoAllocation(plan, 0), MUFFT_SUCCESS);
  EQUAL(mufftMakePlan1d(plan, 16, MUFFT_C2C, 1, &bytes), MUFFT_SUCCESS);
  EQUAL(mufftSetAutoAllocation(plan, 1), MUFFT_INVALID_PLAN);
  const DeviceArray<mufftComplex> data(16);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_NO_WORKSPACE);
  const DeviceArray<char> area(bytes);
  EQUAL(mufftSetWorkArea(plan, area.data()), MUFFT_SUCCESS);
  CHECK(transforms(plan, {16}));
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  mufftDestroy(plan);
}

TEST(a_plan_belongs_to_its_device) {
  int devices = 0;
  EQUAL(musaGetDeviceCount(&devices), musaSuccess);
  if (devices < 2) return;  // MUSASIM_DEVICES=1
  mufftHandle plan = nullptr;
  const DeviceArray<mufftComplex> data(16);
  EQUAL(mufftPlan1d(&plan, 16, MUFFT_C2C, 1), MUFFT_SUCCESS);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_INVALID_DEVICE);
  EQUAL(musaSetDevice(0), musaSuccess);
  mufftDestroy(plan);
}

TEST(transforms_run_in_the_order_of_the_stream_even_after_their_plan) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const Signal signal = plain::random_signal(16, 3);
  const DeviceArray<mufftComplex> data(plain::packed<mufftComplex>(Signal(16)));
  const std::vector<mufftComplex> values = plain::packed<mufftComplex>(signal);
  std::promise<void> go;
  EQUAL(musasim::launch_work(stream, "late",
                             [&] {
                               go.get_future().wait();
                               std::memcpy(static_cast<void*>(musasim::backing(data.data())),
                                           values.data(), values.size() * sizeof(values[0]));
                               return musaSuccess;
                             }),
        musaSuccess);
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 16, MUFFT_C2C, 1), MUFFT_SUCCESS);
  EQUAL(mufftSetStream(plan, stream), MUFFT_SUCCESS);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  EQUAL(mufftDestroy(plan), MUFFT_SUCCESS);
  go.set_value();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(plain::error(plain::unpacked(data.get()), plain::dft(signal, {16}, -1)) < 1e-6);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(captured_transforms_run_at_each_replay) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const Signal signal = plain::random_signal(16, 3);
  const DeviceArray<mufftComplex> data(plain::packed<mufftComplex>(signal));
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 16, MUFFT_C2C, 1), MUFFT_SUCCESS);
  EQUAL(mufftSetStream(plan, stream), MUFFT_SUCCESS);
  musaGraph_t graph = nullptr;
  musaGraphExec_t exec = nullptr;
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal), musaSuccess);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  EQUAL(musaGraphInstantiate(&exec, graph, 0), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  // Forward twice is the reversed signal, 16 times.
  const Signal found = plain::unpacked(data.get());
  for (int i = 0; i < 16; ++i) CHECK(std::abs(found[i] - 16.0 * signal[(16 - i) % 16]) < 1e-5);
  musaGraphExecDestroy(exec);
  musaGraphDestroy(graph);
  mufftDestroy(plan);
  musaStreamDestroy(stream);
}

TEST(threads_share_a_plan) {
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, 16, MUFFT_C2C, 1), MUFFT_SUCCESS);
  bool good[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&good, plan, i] { good[i] = transforms(plan, {16}); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const bool one : good) CHECK(one);
  mufftDestroy(plan);
}

TEST(version_has_its_parts_and_results_their_names) {
  int version = 0, major = 0, minor = 0, patch = 0;
  EQUAL(mufftGetVersion(&version), MUFFT_SUCCESS);
  EQUAL(mufftGetProperty(MUFFT_MAJOR_VERSION, &major), MUFFT_SUCCESS);
  EQUAL(mufftGetProperty(MUFFT_MINOR_VERSION, &minor), MUFFT_SUCCESS);
  EQUAL(mufftGetProperty(PATCH_LEVEL, &patch), MUFFT_SUCCESS);
  EQUAL(version, major * 1000 + minor * 100 + patch);
  EQUAL(mufftGetVersion(nullptr), MUFFT_INVALID_VALUE);
  std::set<std::string> names;
  for (int result = 0; result <= 16; ++result) {
    names.insert(mufftGetErrorString(static_cast<mufftResult>(result)));
  }
  EQUAL(names.size(), 17u);
  EQUAL(std::string(mufftGetErrorString(MUFFT_NO_WORKSPACE)), "MUFFT_NO_WORKSPACE");
}

TEST_MAIN()
