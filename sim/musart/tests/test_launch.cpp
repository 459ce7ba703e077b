// Launching kernels, in all the ways there are.
#include <cstring>
#include <numeric>
#include <vector>

#include "check.h"
#include "environment.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

constexpr int kCount = 1000;

void add(int* data, int value, int count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(count)) {
    data[i] += value;
  }
}
MUSASIM_REGISTER_KERNEL(add);

void note_launch(int* out) {
  out[0] = static_cast<int>(current_launch->dynamic_shared_bytes);
  out[1] = current_launch->cooperative;
  out[2] = static_cast<int>(gridDim.x * gridDim.y * gridDim.z);
  out[3] = current_launch->device;
}
MUSASIM_REGISTER_KERNEL(note_launch);

void break_down() { fail(musaErrorAssert); }
MUSASIM_REGISTER_KERNEL(break_down);

void never_registered() {}

struct Numbers {
  int* data = nullptr;

  explicit Numbers(int count) : count_(count) {
    EQUAL(musaMalloc(&data, bytes()), musaSuccess);
    EQUAL(musaMemset(data, 0, bytes()), musaSuccess);
  }
  ~Numbers() { EQUAL(musaFree(data), musaSuccess); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  std::vector<int> read() const {
    std::vector<int> host(static_cast<std::size_t>(count_));
    EQUAL(musaMemcpy(host.data(), data, bytes(), musaMemcpyDeviceToHost), musaSuccess);
    return host;
  }
  int sum() const {
    const std::vector<int> host = read();
    return std::accumulate(host.begin(), host.end(), 0);
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(int); }
  const int count_;
};

const void* address(void (*function)()) { return reinterpret_cast<const void*>(function); }

}  // namespace

TEST(kernel_runs_on_every_element) {
  Numbers numbers(kCount);
  int value = 3;
  int count = kCount;
  void* args[] = {&numbers.data, &value, &count};
  EQUAL(musaLaunchKernel(add, dim3(4), dim3(256), args, 0, nullptr), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(numbers.sum(), 3 * kCount);
}

TEST(arguments_are_copied_at_the_launch) {
  Numbers numbers(kCount);
  int value = 1;
  int count = kCount;
  void* args[] = {&numbers.data, &value, &count};
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaLaunchKernel(add, dim3(4), dim3(256), args, 0, stream), musaSuccess);
  value = 1000;
  count = 0;
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(numbers.sum(), kCount);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(launch_with_a_configuration) {
  Numbers out(4);
  musaLaunchAttribute cooperative{};
  cooperative.id = musaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  musaLaunchConfig_t config{};
  config.gridDim = dim3(2, 3);
  config.blockDim = dim3(1);
  config.dynamicSmemBytes = 512;
  config.attrs = &cooperative;
  config.numAttrs = 1;
  EQUAL(musaLaunchKernelEx(&config, note_launch, out.data), musaSuccess);
  const std::vector<int> seen = out.read();
  EQUAL(seen[0], 512);
  EQUAL(seen[1], 1);
  EQUAL(seen[2], 6);
}

TEST(attributes_that_are_not_there_are_refused) {
  Numbers out(4);
  musaLaunchAttribute attribute{};
  attribute.id = musaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  musaLaunchConfig_t config{};
  config.attrs = &attribute;
  config.numAttrs = 1;
  void* args[] = {&out.data};
  const void* kernel = reinterpret_cast<const void*>(note_launch);
  EQUAL(musaLaunchKernelExC(&config, kernel, args), musaErrorNotSupported);
  attribute.val.clusterDim.x = 1;
  EQUAL(musaLaunchKernelExC(&config, kernel, args), musaSuccess);
  attribute.id = static_cast<musaLaunchAttributeID>(15);
  EQUAL(musaLaunchKernelExC(&config, kernel, args), musaErrorInvalidValue);
  config.attrs = nullptr;
  EQUAL(musaLaunchKernelExC(&config, kernel, args), musaErrorInvalidValue);
  EQUAL(musaLaunchKernelExC(nullptr, kernel, args), musaErrorInvalidValue);
}

TEST(cooperative_kernels_know_that_they_are) {
  Numbers out(4);
  void* args[] = {&out.data};
  EQUAL(musaLaunchCooperativeKernel(note_launch, dim3(1), dim3(1), args), musaSuccess);
  EQUAL(out.read()[1], 1);
  EQUAL(musaLaunchCooperativeKernel(note_launch, dim3(1 << 20), dim3(1024), args),
        musaErrorCooperativeLaunchTooLarge);
  EQUAL(musaGetLastError(), musaErrorCooperativeLaunchTooLarge);
}

TEST(cooperative_launch_on_several_devices) {
  musaLaunchParams list[2] = {};
  musaStream_t streams[2] = {};
  int* out[2] = {};
  void* args[2][1];
  for (int i = 0; i < 2; ++i) {
    EQUAL(musaSetDevice(i), musaSuccess);
    EQUAL(musaStreamCreate(&streams[i]), musaSuccess);
    EQUAL(musaMalloc(&out[i], 4 * sizeof(int)), musaSuccess);
    args[i][0] = &out[i];
    list[i].func = reinterpret_cast<void*>(note_launch);
    list[i].args = args[i];
    list[i].stream = streams[i];
  }
  EQUAL(musaLaunchCooperativeKernelMultiDevice(list, 2, 0), musaSuccess);
  for (int i = 0; i < 2; ++i) {
    int seen[4] = {};
    EQUAL(musaStreamSynchronize(streams[i]), musaSuccess);
    EQUAL(musaMemcpy(seen, out[i], sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
    EQUAL(seen[3], i);
  }
  list[1].stream = streams[0];
  EQUAL(musaLaunchCooperativeKernelMultiDevice(list, 2, 0), musaErrorInvalidValue);
  list[1].stream = nullptr;
  EQUAL(musaLaunchCooperativeKernelMultiDevice(list, 2, 0), musaErrorInvalidResourceHandle);
  EQUAL(musaLaunchCooperativeKernelMultiDevice(nullptr, 2, 0), musaErrorInvalidValue);
  EQUAL(musaLaunchCooperativeKernelMultiDevice(list, 3, 0), musaErrorInvalidValue);
  for (int i = 0; i < 2; ++i) {
    EQUAL(musaStreamDestroy(streams[i]), musaSuccess);
    EQUAL(musaFree(out[i]), musaSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(launches_say_what_is_wrong) {
  void* none[] = {nullptr};
  Numbers out(4);
  void* args[] = {&out.data};
  EQUAL(musaLaunchKernel(address(never_registered), dim3(1), dim3(1), none, 0, nullptr),
        musaErrorInvalidDeviceFunction);
  EQUAL(musaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), none, 0, nullptr),
        musaErrorInvalidDeviceFunction);
  EQUAL(musaLaunchKernel(note_launch, dim3(0), dim3(1), args), musaErrorInvalidConfiguration);
  EQUAL(musaLaunchKernel(note_launch, dim3(1), dim3(1025), args), musaErrorInvalidConfiguration);
  EQUAL(musaLaunchKernel(note_launch, dim3(1), dim3(1), args, 1 << 20), musaErrorInvalidValue);
  EQUAL(musaGetLastError(), musaErrorInvalidValue);
}

TEST(launch_in_the_steps_of_compiled_code) {
  Numbers numbers(kCount);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(__musaPushCallConfiguration(dim3(4), dim3(256), 64, stream), 0u);
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  musaStream_t chosen = nullptr;
  EQUAL(__musaPopCallConfiguration(&grid, &block, &shared, &chosen), musaSuccess);
  EQUAL(grid.x, 4u);
  EQUAL(block.x, 256u);
  EQUAL(shared, 64u);
  CHECK(chosen == stream);
  EQUAL(__musaPopCallConfiguration(&grid, &block, &shared, &chosen), musaErrorMissingConfiguration);
  EQUAL(__musaPopCallConfiguration(nullptr, &block, &shared, &chosen), musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(launch_with_arguments_set_one_by_one) {
  Numbers numbers(kCount);
  int value = 5;
  int count = kCount;
  EQUAL(musaConfigureCall(dim3(4), dim3(256)), musaSuccess);
  EQUAL(musaSetupArgument(&numbers.data, sizeof numbers.data, 0), musaSuccess);
  EQUAL(musaSetupArgument(&value, sizeof value, 8), musaSuccess);
  EQUAL(musaSetupArgument(&count, sizeof count, 12), musaSuccess);
  EQUAL(musaLaunch(reinterpret_cast<const void*>(add)), musaSuccess);
  EQUAL(numbers.sum(), 5 * kCount);
  EQUAL(musaLaunch(reinterpret_cast<const void*>(add)), musaErrorMissingConfiguration);
  EQUAL(musaSetupArgument(&value, sizeof value, 0), musaErrorMissingConfiguration);
}

// Last: the device is broken from here on.
TEST(kernels_that_fail_break_their_device) {
  EQUAL(musaSetDevice(1), musaSuccess);
  void* none[] = {nullptr};
  EQUAL(musaLaunchKernel(break_down, dim3(1), dim3(1), none), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaErrorAssert);
  EQUAL(musaGetLastError(), musaErrorAssert);
  EQUAL(musaLaunchKernel(break_down, dim3(1), dim3(1), none), musaErrorAssert);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
}

TEST_MAIN()
