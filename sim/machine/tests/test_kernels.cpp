// Kernels: registration, launches and their checks, variables, attributes, occupancy.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/kernels/attributes.h"
#include "machine/kernels/launch.h"
#include "machine/kernels/registry.h"
#include "machine/library.h"
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"
#include "musasim/faults.h"
#include "musasim/hand_kernel.h"

using namespace musasim;
using namespace musasim::builtin;

namespace {

// Devices 2 and 3 are for tests that break theirs.
const int kEnvironment = setenv("MUSASIM_DEVICES", "4", 1);

void scale(float* data, float factor, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    data[i] *= factor;
  }
}

void count_threads(unsigned* counts) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  ++counts[block * blockDim.x * blockDim.y * blockDim.z + thread];
}

void mixed(char a, double b, short c, std::uint64_t* out) {
  out[0] = static_cast<std::uint64_t>(a);
  out[1] = static_cast<std::uint64_t>(b);
  out[2] = static_cast<std::uint64_t>(c);
}

void use_shared(std::uintptr_t* out) {
  int* const words = dynamic_shared<int>();
  words[0] = 7;
  words[current_launch->dynamic_shared_bytes / sizeof(int) - 1] = 8;
  out[0] = reinterpret_cast<std::uintptr_t>(current_launch->shared_memory);
  out[1] = current_launch->dynamic_shared_offset;
  out[2] = static_cast<std::uintptr_t>(words[0]);
  out[3] = current_launch->warp_size;
}

void add_variables(int* out) {
  out[0] = ++*variable<int>(0);
  out[1] = *variable<int>(1);
  out[2] = ++*variable<int>(2);
}

void assertion(int fails) {
  if (fails != 0) {
    fail(musaErrorAssert);
  }
}

void throwing() { throw 1; }

void use_registers() {}

template <class T>
void templated(T*) {}

musasimKernel with_shared(musasimKernel row) {
  row.static_shared_bytes = 100;
  row.registers = 64;
  row.max_threads_per_block = 512;
  return row;
}

musasimKernel with_registers(musasimKernel row, int registers) {
  row.registers = registers;
  return row;
}

musasimKernel renamed(musasimKernel row, const char* name) {
  row.name = name;
  row.host = nullptr;
  return row;
}

int g_host_counter = 0;
int g_host_constant = 0;
int* g_managed = nullptr;
const int kConstant = 42;

const musasimKernel kKernels[] = {
    MUSASIM_KERNEL_ROW(scale),
    MUSASIM_KERNEL_ROW(count_threads),
    MUSASIM_KERNEL_ROW(mixed),
    with_shared(MUSASIM_KERNEL_ROW(use_shared)),
    MUSASIM_KERNEL_ROW(add_variables),
    MUSASIM_KERNEL_ROW(assertion),
    MUSASIM_KERNEL_ROW(throwing),
    with_registers(MUSASIM_KERNEL_ROW(use_registers), 128),
    renamed(MUSASIM_KERNEL_ROW(templated<int>), "_ZN12_GLOBAL__N_19templatedIiEEvPT_"),
};
const musasimVariable kVariables[] = {
    {"counter", &g_host_counter, sizeof(int), nullptr, MUSASIM_VARIABLE_DEVICE},
    {"constant", &g_host_constant, sizeof(int), &kConstant, MUSASIM_VARIABLE_CONSTANT},
    {"managed", &g_managed, sizeof(int), &kConstant, MUSASIM_VARIABLE_MANAGED},
};
const musasimModule kModule = {MUSASIM_KERNEL_ABI,    std::size(kKernels), kKernels,
                               std::size(kVariables), kVariables,          "test_kernels.cpp"};
musasimFatBinary g_binary = {MUSASIM_FATBIN_MAGIC, 1, &kModule, nullptr};
void** const g_handle = register_fat_binary(&g_binary);

template <class F>
const void* address_of(F* function) {
  return reinterpret_cast<const void*>(function);
}

LaunchRequest request_for(const void* function, dim3 grid, dim3 block, void** arguments) {
  LaunchRequest request;
  request.function = function;
  request.grid = grid;
  request.block = block;
  request.arguments = arguments;
  return request;
}

musaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments,
                   std::size_t shared = 0) {
  LaunchRequest request = request_for(function, grid, block, arguments);
  request.shared_bytes = shared;
  return launch_kernel(request, nullptr);
}

// Device memory that the test reads by its machine address.
template <class T>
struct Buffer {
  T* device = nullptr;

  explicit Buffer(std::size_t count) {
    void* pointer = nullptr;
    CHECK(allocate_device(current_device(), count * sizeof(T), &pointer) == musaSuccess);
    device = static_cast<T*>(pointer);
    std::memset(host(), 0, count * sizeof(T));
  }
  ~Buffer() { free_device(device); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* host() { return backing(device); }
};

musaError_t finish() { return synchronize_device(current_device()); }

TEST(a_registered_kernel_runs_by_its_host_address) {
  Buffer<float> data(10);
  for (int i = 0; i < 10; ++i) {
    data.host()[i] = static_cast<float>(i);
  }
  float factor = 3;
  int n = 9;
  void* arguments[] = {&data.device, &factor, &n};
  EQUAL(launch(address_of(scale), dim3(3), dim3(4), arguments), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(data.host()[8], 24.0F);
  EQUAL(data.host()[9], 9.0F);
}

TEST(every_thread_of_the_grid_runs_once) {
  constexpr std::size_t kThreads = 2 * 3 * 4 * 5 * 6 * 2;
  Buffer<unsigned> counts(kThreads);
  void* arguments[] = {&counts.device};
  EQUAL(launch(address_of(count_threads), dim3(2, 3, 4), dim3(5, 6, 2), arguments), musaSuccess);
  EQUAL(finish(), musaSuccess);
  for (std::size_t i = 0; i < kThreads; ++i) {
    EQUAL(counts.host()[i], 1U);
  }
}

TEST(arguments_are_copied_at_the_launch) {
  Buffer<float> data(1);
  data.host()[0] = 1;
  float factor = 5;
  int n = 1;
  void* arguments[] = {&data.device, &factor, &n};
  EQUAL(launch(address_of(scale), dim3(1), dim3(1), arguments), musaSuccess);
  factor = 100;
  n = 0;
  EQUAL(finish(), musaSuccess);
  EQUAL(data.host()[0], 5.0F);
}

TEST(an_argument_buffer_is_taken_apart_by_offsets) {
  Buffer<std::uint64_t> out(3);
  struct {
    char a;
    double b;
    short c;
    std::uint64_t* out;
  } packed{};
  packed.a = 1;
  packed.b = 2;
  packed.c = 3;
  packed.out = out.device;
  std::size_t size = sizeof(packed);
  void* extra[] = {reinterpret_cast<void*>(std::intptr_t{1}), &packed,
                   reinterpret_cast<void*>(std::intptr_t{2}), &size, nullptr};
  LaunchRequest request = request_for(address_of(mixed), dim3(1), dim3(1), nullptr);
  request.extra = extra;
  EQUAL(launch_kernel(request, nullptr), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(out.host()[0], 1U);
  EQUAL(out.host()[1], 2U);
  EQUAL(out.host()[2], 3U);

  size = 8;
  EQUAL(launch_kernel(request, nullptr), musaErrorInvalidValue);
  void* none[] = {&packed};
  request.arguments = none;
  EQUAL(launch_kernel(request, nullptr), musaErrorInvalidValue);
}

TEST(missing_arguments_are_an_invalid_value) {
  EQUAL(launch(address_of(scale), dim3(1), dim3(1), nullptr), musaErrorInvalidValue);
}

TEST(what_is_not_registered_is_an_invalid_device_function) {
  EQUAL(launch(&kKernels, dim3(1), dim3(1), nullptr), musaErrorInvalidDeviceFunction);
  EQUAL(launch(nullptr, dim3(1), dim3(1), nullptr), musaErrorInvalidDeviceFunction);
}

TEST(sizes_beyond_the_limits_are_an_invalid_configuration) {
  int zero = 0;
  void* arguments[] = {&zero};
  const void* const kernel = address_of(assertion);
  const LaunchLimits limits = launch_limits(0);
  EQUAL(launch(kernel, dim3(0), dim3(1), arguments), musaErrorInvalidConfiguration);
  EQUAL(launch(kernel, dim3(1), dim3(1, 0), arguments), musaErrorInvalidConfiguration);
  EQUAL(launch(kernel, dim3(1, limits.max_grid[1] + 1), dim3(1), arguments),
        musaErrorInvalidConfiguration);
  EQUAL(launch(kernel, dim3(1), dim3(1, 1, limits.max_block[2] + 1), arguments),
        musaErrorInvalidConfiguration);
  EQUAL(launch(kernel, dim3(1), dim3(limits.max_block[0], 2), arguments),
        musaErrorInvalidConfiguration);
  EQUAL(
      launch(kernel, dim3(1), dim3(static_cast<unsigned>(limits.max_threads_per_block)), arguments),
      musaSuccess);
}

TEST(more_threads_than_the_device_has_registers_for_are_out_of_resources) {
  const void* const kernel = address_of(use_registers);
  const unsigned fit = static_cast<unsigned>(launch_limits(0).registers_per_block) / 128;
  EQUAL(launch(kernel, dim3(1), dim3(fit), nullptr), musaSuccess);
  EQUAL(launch(kernel, dim3(1), dim3(fit + 1), nullptr), musaErrorLaunchOutOfResources);
}

TEST(more_threads_than_launch_bounds_promise_run) {
  Buffer<std::uintptr_t> out(4);
  void* arguments[] = {&out.device};
  EQUAL(launch(address_of(use_shared), dim3(1), dim3(513), arguments, 64), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(out.host()[3], static_cast<std::uintptr_t>(launch_limits(0).warp_size));
}

TEST(shared_memory_is_given_and_limited) {
  Buffer<std::uintptr_t> out(4);
  void* arguments[] = {&out.device};
  const LaunchLimits limits = launch_limits(0);
  const std::size_t most = limits.shared_per_block - 100;
  const void* const kernel = address_of(use_shared);
  EQUAL(launch(kernel, dim3(2), dim3(2), arguments, most / 4 * 4), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(out.host()[0] % 128, 0U);
  EQUAL(out.host()[1], 112U);
  EQUAL(out.host()[2], 7U);
  EQUAL(out.host()[3], static_cast<std::uintptr_t>(limits.warp_size));
  EQUAL(launch(kernel, dim3(1), dim3(1), arguments, most + 1), musaErrorInvalidValue);
}

TEST(more_shared_memory_can_be_opted_in_on_one_device) {
  Buffer<std::uintptr_t> out(4);
  void* arguments[] = {&out.device};
  const LaunchLimits limits = launch_limits(0);
  Function* function = nullptr;
  CHECK(find_kernel(address_of(use_shared), 0, &function) != nullptr);
  const auto attribute = musaFuncAttributeMaxDynamicSharedMemorySize;
  const int most = static_cast<int>(limits.shared_per_block_optin) - 100;
  EQUAL(set_function_attribute(*function, attribute, most + 1), musaErrorInvalidValue);
  EQUAL(set_function_attribute(*function, attribute, most), musaSuccess);
  EQUAL(function_attributes(*function).maxDynamicSharedSizeBytes, most);
  EQUAL(launch(address_of(use_shared), dim3(1), dim3(1), arguments, most / 4 * 4), musaSuccess);
  EQUAL(finish(), musaSuccess);
  Function* other = nullptr;
  find_kernel(address_of(use_shared), 1, &other);
  CHECK(function_attributes(*other).maxDynamicSharedSizeBytes < most);
}

TEST(a_cooperative_grid_must_be_resident) {
  int zero = 0;
  void* arguments[] = {&zero};
  LaunchRequest request = request_for(address_of(assertion), dim3(1), dim3(1024), arguments);
  request.cooperative = true;
  EQUAL(launch_kernel(request, nullptr), musaSuccess);
  request.grid = dim3(100000);
  EQUAL(launch_kernel(request, nullptr), musaErrorCooperativeLaunchTooLarge);
  request.cooperative = false;
  request.block = dim3(1);
  EQUAL(launch_kernel(request, nullptr), musaSuccess);
  EQUAL(finish(), musaSuccess);
}

TEST(variables_live_on_each_device) {
  int results[2][3] = {};
  for (int device = 0; device < 2; ++device) {
    CHECK(set_current_device(device) == musaSuccess);
    for (int repeat = 0; repeat < 2; ++repeat) {
      Buffer<int> out(3);
      void* arguments[] = {&out.device};
      EQUAL(launch(address_of(add_variables), dim3(1), dim3(1), arguments), musaSuccess);
      EQUAL(finish(), musaSuccess);
      std::memcpy(results[device], out.host(), sizeof(results[device]));
    }
  }
  set_current_device(0);
  EQUAL(results[0][0], 2);
  EQUAL(results[1][0], 2);
  EQUAL(results[0][1], 42);
  EQUAL(results[0][2], 44);
  EQUAL(results[1][2], 46);  // one place for all devices
  CHECK(g_managed != nullptr);
  EQUAL(*backing(g_managed), 46);
}

TEST(a_symbol_is_found_by_its_shadow) {
  Symbol first;
  Symbol second;
  EQUAL(find_symbol(&g_host_constant, 0, &first), musaSuccess);
  EQUAL(find_symbol(&g_host_constant, 1, &second), musaSuccess);
  EQUAL(first.size, sizeof(int));
  EQUAL(first.kind, MUSASIM_VARIABLE_CONSTANT);
  CHECK(first.address != second.address);
  EQUAL(device_of(first.address), 0);
  EQUAL(*static_cast<int*>(backing_address(first.address)), 42);
  EQUAL(find_symbol(&kKernels, 0, &first), musaErrorInvalidSymbol);
}

TEST(functions_are_registered_by_name) {
  static const char host = 0;
  const char* const name = "_ZN12_GLOBAL__N_19templatedIiEEvPT_";
  CHECK(register_function(g_handle, &host, name, 128));
  CHECK(!register_function(g_handle, &host, "nothing", 0));
  CHECK(!register_function(nullptr, &host, name, 0));
  Function* function = nullptr;
  const KernelPtr kernel = find_kernel(&host, 0, &function);
  CHECK(kernel != nullptr);
  EQUAL(kernel->shown_name(), std::string("(anonymous namespace)::templated<int>"));
  EQUAL(function_attributes(*function).maxThreadsPerBlock, 128);
}

TEST(a_function_handle_names_its_kernel_on_every_device) {
  Function* function = nullptr;
  EQUAL(function_of(address_of(assertion), 0, &function), musaSuccess);
  Function* on_second = nullptr;
  CHECK(find_kernel(function, 1, &on_second) != nullptr);
  EQUAL(on_second->device, 1);
  EQUAL(function_of(&kKernels, 0, &function), musaErrorInvalidDeviceFunction);
}

TEST(an_unregistered_module_is_gone) {
  static const musasimKernel rows[] = {renamed(MUSASIM_KERNEL_ROW(templated<float>), "lonely")};
  static const musasimModule module = {MUSASIM_KERNEL_ABI, 1, rows, 0, nullptr, "lonely"};
  musasimFatBinary binary = {MUSASIM_FATBIN_MAGIC, 1, &module, nullptr};
  static const char host = 0;
  void** const handle = register_fat_binary(&binary);
  CHECK(register_function(handle, &host, "lonely", 0));
  Function* function = nullptr;
  EQUAL(function_of(&host, 0, &function), musaSuccess);
  unregister_fat_binary(handle);
  EQUAL(launch(&host, dim3(1), dim3(1), nullptr), musaErrorInvalidDeviceFunction);
  EQUAL(launch(function, dim3(1), dim3(1), nullptr), musaErrorInvalidDeviceFunction);
  unregister_fat_binary(handle);  // ignored
}

TEST(what_is_no_fat_binary_is_refused) {
  musasimFatBinary binary = {1, 1, &kModule, nullptr};
  CHECK(register_fat_binary(&binary) == nullptr);
  CHECK(register_fat_binary(nullptr) == nullptr);
  const musasimModule future = {MUSASIM_KERNEL_ABI + 1, 0, nullptr, 0, nullptr, ""};
  binary = {MUSASIM_FATBIN_MAGIC, 1, &future, nullptr};
  CHECK(register_fat_binary(&binary) == nullptr);
}

TEST(occupancy_is_bound_by_the_scarcest_resource) {
  const LaunchLimits limits = launch_limits(0);
  Function* function = nullptr;
  const KernelPtr kernel = find_kernel(address_of(use_shared), 1, &function);
  int blocks = 0;
  EQUAL(active_blocks(*function, 256, 0, &blocks), musaSuccess);
  EQUAL(blocks, limits.registers_per_multiprocessor / (64 * 256));
  const std::size_t half = limits.shared_per_multiprocessor / 2;
  if (half <= max_dynamic_shared(*function)) {
    EQUAL(active_blocks(*function, 32, half, &blocks), musaSuccess);
    EQUAL(blocks, 1);
  }
  EQUAL(active_blocks(*function, 513, 0, &blocks), musaSuccess);
  EQUAL(blocks, 0);
  EQUAL(active_blocks(*function, 0, 0, &blocks), musaErrorInvalidValue);

  std::size_t bytes = 0;
  EQUAL(available_dynamic_shared(*function, 1, 256, &bytes), musaSuccess);
  EQUAL(active_blocks(*function, 256, bytes, &blocks), musaSuccess);
  CHECK(blocks >= 1);

  int grid = 0;
  int block = 0;
  const auto no_shared = [](int) { return std::size_t{0}; };
  EQUAL(best_block(*function, no_shared, 0, &grid, &block), musaSuccess);
  CHECK(block > 0 && block <= 512);
  EQUAL(active_blocks(*function, block, 0, &blocks), musaSuccess);
  EQUAL(grid, blocks * limits.multiprocessors);
  EQUAL(best_block(*function, no_shared, 100, &grid, &block), musaSuccess);
  CHECK(block <= 100);
}

TEST(a_reset_forgets_variables_and_attributes) {
  set_current_device(1);
  Symbol symbol;
  EQUAL(find_symbol(&g_host_counter, 1, &symbol), musaSuccess);
  *static_cast<int*>(backing_address(symbol.address)) = 1000;
  Function* function = nullptr;
  find_kernel(address_of(use_shared), 1, &function);
  set_function_attribute(*function, musaFuncAttributePreferredSharedMemoryCarveout, 50);
  reset_kernels(1);
  free_all(1);
  EQUAL(memory_info(1).free, memory_info(1).total);
  EQUAL(function_attributes(*function).preferredShmemCarveout, -1);
  EQUAL(find_symbol(&g_host_counter, 1, &symbol), musaSuccess);
  EQUAL(*static_cast<int*>(backing_address(symbol.address)), 0);
  set_current_device(0);
}

TEST(a_variable_without_memory_fails_the_launch_only) {
  set_current_device(2);
  int* nowhere = nullptr;
  void* arguments[] = {&nowhere};
  EQUAL(musasimSetFaults("alloc:device=2", nullptr, 0), 0);
  EQUAL(launch(address_of(add_variables), dim3(1), dim3(1), arguments), musaErrorMemoryAllocation);
  musasimSetFaults("", nullptr, 0);
  Buffer<int> out(3);
  arguments[0] = &out.device;
  EQUAL(launch(address_of(add_variables), dim3(1), dim3(1), arguments), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(out.host()[0], 1);
  set_current_device(0);
}

TEST(a_failed_assertion_breaks_its_device_only) {
  set_current_device(2);
  int yes = 1;
  void* arguments[] = {&yes};
  EQUAL(launch(address_of(assertion), dim3(1), dim3(1), arguments), musaSuccess);
  EQUAL(finish(), musaErrorAssert);
  EQUAL(launch(address_of(assertion), dim3(1), dim3(1), arguments), musaErrorAssert);
  set_current_device(0);
  int no = 0;
  void* fine[] = {&no};
  EQUAL(launch(address_of(assertion), dim3(1), dim3(1), fine), musaSuccess);
  EQUAL(finish(), musaSuccess);
}

TEST(a_kernel_fault_strikes_by_name) {
  EQUAL(musasimSetFaults("kernel:name=*scale,device=3,after=1", nullptr, 0), 0);
  set_current_device(3);
  Buffer<float> data(1);
  float factor = 2;
  int n = 1;
  data.host()[0] = 1;
  void* arguments[] = {&data.device, &factor, &n};
  const void* const kernel = address_of(scale);
  EQUAL(launch(kernel, dim3(1), dim3(1), arguments), musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(data.host()[0], 2.0F);
  launch(kernel, dim3(1), dim3(1), arguments);
  EQUAL(finish(), musaErrorIllegalAddress);
  EQUAL(data.host()[0], 2.0F);
  musasimSetFaults("", nullptr, 0);
  set_current_device(0);
}

}  // namespace

TEST_MAIN()
