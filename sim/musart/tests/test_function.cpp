// Attributes of kernels; registration; occupancy.
#include <algorithm>
#include <string>

#include "check.h"
#include "environment.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}, {"MUSASIM_MODEL", "S5000"}});

void plain(int*, char, double) {}
MUSASIM_REGISTER_KERNEL(plain);

void greedy() {}
void shadowed(int* out) { *out = *variable<int>(0); }

int g_variable;            // the host's shadow of a variable
int* g_managed = nullptr;  // the host's pointer to a managed one
const int kInitial = 41;

// A table as a compiler writes it, registered step by step below.
musasimKernel greedy_row() {
  musasimKernel row = MUSASIM_KERNEL_ROW(greedy);
  row.host = nullptr;
  row.static_shared_bytes = 16 << 10;
  row.constant_bytes = 64;
  row.local_bytes = 32;
  row.registers = 128;
  row.max_threads_per_block = 256;
  return row;
}

musasimKernel shadowed_row() {
  musasimKernel row = MUSASIM_KERNEL_ROW(shadowed);
  row.host = nullptr;
  return row;
}

musasimKernel kernels[] = {greedy_row(), shadowed_row()};
musasimVariable variables[] = {
    {"the_variable", nullptr, sizeof(int), &kInitial, MUSASIM_VARIABLE_DEVICE},
    {"the_managed", nullptr, sizeof(int), &kInitial, MUSASIM_VARIABLE_MANAGED}};
musasimModule table = {MUSASIM_KERNEL_ABI, 2, kernels, 2, variables, "test"};
musasimFatBinary binary = {MUSASIM_FATBIN_MAGIC, 1, &table, nullptr};

const void* address(void (*function)()) { return reinterpret_cast<const void*>(function); }

struct Registered {
  void** handle = __musaRegisterFatBinary(&binary);

  Registered() {
    char greedy_name[] = "greedy";
    char shadowed_name[] = "shadowed";
    char variable_name[] = "the_variable";
    char managed_name[] = "the_managed";
    __musaRegisterFunction(handle, static_cast<const char*>(address(greedy)), greedy_name,
                           greedy_name, 128, nullptr, nullptr, nullptr, nullptr, nullptr);
    __musaRegisterFunction(handle, reinterpret_cast<const char*>(shadowed), shadowed_name,
                           shadowed_name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
    __musaRegisterVar(handle, reinterpret_cast<char*>(&g_variable), variable_name, variable_name, 0,
                      sizeof g_variable, 0, 0);
    __musaRegisterManagedVar(handle, reinterpret_cast<void**>(&g_managed), managed_name,
                             managed_name, 0, sizeof(int), 0, 0);
    __musaRegisterFatBinaryEnd(handle);
  }
  ~Registered() { __musaUnregisterFatBinary(handle); }
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;
};

}  // namespace

TEST(registered_kernels_and_variables_work) {
  const Registered registered;
  int* out = nullptr;
  int seen = 0;
  EQUAL(musaMalloc(&out, sizeof *out), musaSuccess);
  void* args[] = {&out};
  EQUAL(musaLaunchKernel(shadowed, dim3(1), dim3(1), args), musaSuccess);
  EQUAL(musaMemcpy(&seen, out, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(seen, kInitial);
  const int next = 7;
  EQUAL(musaMemcpyToSymbol(g_variable, &next, sizeof next), musaSuccess);
  EQUAL(musaLaunchKernel(shadowed, dim3(1), dim3(1), args), musaSuccess);
  EQUAL(musaMemcpy(&seen, out, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(seen, 7);
  EQUAL(musaFree(out), musaSuccess);
}

TEST(managed_variables_appear_at_the_host) {
  const Registered registered;
  EQUAL(static_cast<int>(__musaInitModule(registered.handle)), 1);
  CHECK(g_managed != nullptr);
  EQUAL(*g_managed, kInitial);
}

TEST(unregistered_kernels_are_unknown) {
  {
    const Registered registered;
  }
  void* args[] = {nullptr};
  EQUAL(musaLaunchKernel(shadowed, dim3(1), dim3(1), args), musaErrorInvalidDeviceFunction);
  __musaUnregisterFatBinary(nullptr);
  int nothing = 0;
  CHECK(__musaRegisterFatBinary(&nothing) == nullptr);
  musaGetLastError();
}

TEST(attributes_are_those_of_the_table) {
  const Registered registered;
  musaFuncAttributes a{};
  EQUAL(musaFuncGetAttributes(&a, greedy), musaSuccess);
  EQUAL(a.sharedSizeBytes, 16u << 10);
  EQUAL(a.constSizeBytes, 64u);
  EQUAL(a.localSizeBytes, 32u);
  EQUAL(a.numRegs, 128);
  EQUAL(a.maxThreadsPerBlock, 128);  // what registration said, less than the table
  EQUAL(a.binaryVersion, 31);
  EQUAL(a.maxDynamicSharedSizeBytes, 176 << 10);
  EQUAL(musaFuncGetAttributes(static_cast<musaFuncAttributes*>(nullptr), greedy),
        musaErrorInvalidValue);
  int nothing = 0;
  EQUAL(musaFuncGetAttributes(&a, &nothing), musaErrorInvalidDeviceFunction);
}

TEST(dynamic_shared_memory_is_bound_by_the_block) {
  const Registered registered;
  constexpr std::size_t kMuch = 176 << 10;
  void* none[] = {nullptr};
  EQUAL(musaLaunchKernel(greedy, dim3(1), dim3(1), none, kMuch), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(musaLaunchKernel(greedy, dim3(1), dim3(1), none, kMuch + 1), musaErrorInvalidValue);
  EQUAL(musaFuncSetAttribute(greedy, musaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30),
        musaErrorInvalidValue);
  EQUAL(musaFuncSetAttribute(greedy, static_cast<musaFuncAttribute>(31), 1), musaErrorInvalidValue);
}

TEST(attributes_of_a_kernel_on_another_device) {
  const Registered registered;
  musaKernel_t kernel = nullptr;
  EQUAL(musaGetKernel(&kernel, greedy), musaSuccess);
  EQUAL(musaKernelSetAttributeForDevice(kernel, musaFuncAttributeMaxDynamicSharedMemorySize,
                                        50 << 10, 1),
        musaSuccess);
  musaFuncAttributes a{};
  EQUAL(musaFuncGetAttributes(&a, greedy), musaSuccess);
  EQUAL(a.maxDynamicSharedSizeBytes, 176 << 10);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(musaFuncGetAttributes(&a, greedy), musaSuccess);
  EQUAL(a.maxDynamicSharedSizeBytes, 50 << 10);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaKernelSetAttributeForDevice(kernel, musaFuncAttributeMaxDynamicSharedMemorySize, 1, 2),
        musaErrorInvalidDevice);
  EQUAL(musaKernelSetAttributeForDevice(nullptr, musaFuncAttributeMaxDynamicSharedMemorySize, 1, 0),
        musaErrorInvalidResourceHandle);
}

TEST(preferences_are_checked) {
  EQUAL(musaFuncSetCacheConfig(plain, musaFuncCachePreferL1), musaSuccess);
  EQUAL(musaFuncSetSharedMemConfig(plain, musaSharedMemBankSizeFourByte), musaSuccess);
  EQUAL(musaFuncSetSharedMemConfig(plain, static_cast<musaSharedMemConfig>(3)),
        musaErrorInvalidValue);
  EQUAL(musaFuncSetCacheConfig(greedy, musaFuncCachePreferL1), musaErrorInvalidDeviceFunction);
  EQUAL(musaFuncSetSharedMemConfig(greedy, musaSharedMemBankSizeFourByte),
        musaErrorInvalidDeviceFunction);
}

TEST(kernels_have_names_and_parameters) {
  const char* name = nullptr;
  EQUAL(musaFuncGetName(&name, plain), musaSuccess);
  EQUAL(std::string(name), "plain");
  EQUAL(musaFuncGetName(static_cast<const char**>(nullptr), plain), musaErrorInvalidValue);
  const void* kernel = reinterpret_cast<const void*>(plain);
  std::size_t offset = 0;
  std::size_t size = 0;
  EQUAL(musaFuncGetParamInfo(kernel, 1, &offset, &size), musaSuccess);
  EQUAL(offset, 8u);
  EQUAL(size, 1u);
  EQUAL(musaFuncGetParamInfo(kernel, 2, &offset, &size), musaSuccess);
  EQUAL(offset, 16u);
  EQUAL(musaFuncGetParamInfo(kernel, 3, &offset, &size), musaErrorInvalidValue);
  EQUAL(musaFuncGetParamInfo(kernel, 0, nullptr, &size), musaErrorInvalidValue);
}

TEST(handles_launch_as_the_kernel_does) {
  const Registered registered;
  musaFunction_t function = nullptr;
  EQUAL(musaGetFuncBySymbol(&function, shadowed), musaSuccess);
  int* out = nullptr;
  int seen = 0;
  EQUAL(musaMalloc(&out, sizeof *out), musaSuccess);
  void* args[] = {&out};
  EQUAL(
      musaLaunchKernel(reinterpret_cast<const void*>(function), dim3(1), dim3(1), args, 0, nullptr),
      musaSuccess);
  EQUAL(musaMemcpy(&seen, out, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(seen, kInitial);
  EQUAL(musaFree(out), musaSuccess);
  EQUAL(musaGetFuncBySymbol(&function, &seen), musaErrorInvalidDeviceFunction);
  musaKernel_t kernel = nullptr;
  EQUAL(musaGetKernel(&kernel, &seen), musaErrorInvalidDeviceFunction);
}

TEST(occupancy_is_bound_by_the_scarcest_resource) {
  const Registered registered;
  int blocks = 0;
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0), musaSuccess);
  EQUAL(blocks, 2048 / 256);  // threads
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 0), musaSuccess);
  EQUAL(blocks, 32);  // block slots
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, greedy, 128, 0), musaSuccess);
  EQUAL(blocks, 65536 / (128 * 128));  // registers
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 48 << 10), musaSuccess);
  EQUAL(blocks, 192 / 48);  // shared memory
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, greedy, 256, 0), musaSuccess);
  EQUAL(blocks, 0);  // larger than the kernel allows
}

TEST(occupancy_says_what_is_wrong) {
  int blocks = 0;
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(static_cast<int*>(nullptr), plain, 32, 0),
        musaErrorInvalidValue);
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 0, 0), musaErrorInvalidValue);
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, greedy, 32, 0),
        musaErrorInvalidDeviceFunction);
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 256, 0,
                                                               musaOccupancyDisableCachingOverride),
        musaSuccess);
  EQUAL(blocks, 8);
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 256, 0, 2),
        musaErrorInvalidValue);
}

TEST(dynamic_memory_that_is_left) {
  std::size_t bytes = 0;
  EQUAL(musaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 8, 256), musaSuccess);
  EQUAL(bytes, std::size_t{192 << 10} / 8);
  EQUAL(
      musaOccupancyAvailableDynamicSMemPerBlock(static_cast<std::size_t*>(nullptr), plain, 8, 256),
      musaErrorInvalidValue);
  EQUAL(musaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 0, 256), musaErrorInvalidValue);
}

TEST(best_block_size_fills_the_device) {
  const Registered registered;
  int grid = 0;
  int block = 0;
  EQUAL(musaOccupancyMaxPotentialBlockSize(&grid, &block, plain), musaSuccess);
  EQUAL(block, 1024);
  EQUAL(grid, 2 * 64);
  EQUAL(musaOccupancyMaxPotentialBlockSize(&grid, &block, greedy), musaSuccess);
  EQUAL(block, 128);
  EQUAL(musaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 100), musaSuccess);
  CHECK(block <= 100 && grid > 0);
  const auto one_kilobyte_a_warp = [](int size) { return std::size_t{32} * size; };
  EQUAL(musaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain, one_kilobyte_a_warp),
        musaSuccess);
  int blocks = 0;
  EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, block,
                                                      one_kilobyte_a_warp(block)),
        musaSuccess);
  EQUAL(blocks * 64, grid);
}

TEST(clusters_are_not_supported) {
  int value = 0;
  const musaLaunchConfig_t config{};
  EQUAL(musaOccupancyMaxPotentialClusterSize(&value, plain, &config), musaErrorNotSupported);
  EQUAL(musaOccupancyMaxActiveClusters(&value, plain, &config), musaErrorNotSupported);
}

TEST_MAIN()
