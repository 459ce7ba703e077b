// The calculator of musa_occupancy.h against the runtime.
#include "check.h"
#include "environment.h"
#include "musa_occupancy.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

void plain(int*) {}

musasimKernel row() {
  musasimKernel made = MUSASIM_KERNEL_ROW(plain);
  made.static_shared_bytes = 1000;
  made.registers = 40;
  made.max_threads_per_block = 768;
  return made;
}

const musasim::table::Registration registration(row());

musaOccDeviceProp device() {
  musaDeviceProp properties{};
  EQUAL(musaGetDeviceProperties(&properties, 0), musaSuccess);
  return musaOccDeviceProp(properties);
}

musaOccFuncAttributes kernel() {
  musaFuncAttributes attributes{};
  EQUAL(musaFuncGetAttributes(&attributes, plain), musaSuccess);
  return musaOccFuncAttributes(attributes);
}

// A device and a kernel of these numbers, from no runtime: blocks, and what limits them.
void expect_limit(int registers, std::size_t shared, int threads, int blocks, unsigned limit) {
  musaOccDeviceProp properties;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsPerMultiprocessor = 2048;
  properties.regsPerMultiprocessor = 65536;
  properties.warpSize = 32;
  properties.sharedMemPerBlock = 49152;
  properties.sharedMemPerMultiprocessor = 65536;
  musaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = registers;
  attributes.sharedSizeBytes = shared;
  const musaOccDeviceState state;
  musaOccResult result{};
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, threads,
                                                shared),
        MUSA_OCC_SUCCESS);
  EQUAL(result.activeBlocksPerMultiprocessor, blocks);
  EQUAL(result.limitingFactors, limit);
}

}  // namespace

TEST(calculator_agrees_with_the_runtime) {
  const musaOccDeviceProp properties = device();
  const musaOccFuncAttributes attributes = kernel();
  const musaOccDeviceState state;
  for (int block = 1; block <= 1024; block += 31) {
    for (std::size_t shared = 0; shared <= 64 << 10; shared += 7000) {
      int blocks = -1;
      musaOccResult result{};
      EQUAL(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, block, shared),
            musaSuccess);
      EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                    block, shared),
            MUSA_OCC_SUCCESS);
      EQUAL(result.activeBlocksPerMultiprocessor, blocks);
    }
  }
}

TEST(best_block_agrees_with_the_runtime) {
  const musaOccDeviceProp properties = device();
  const musaOccFuncAttributes attributes = kernel();
  const musaOccDeviceState state;
  int grid = 0;
  int block = 0;
  int calculated_grid = 0;
  int calculated_block = 0;
  EQUAL(musaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 4096), musaSuccess);
  EQUAL(musaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &properties,
                                              &attributes, &state, nullptr, 4096),
        MUSA_OCC_SUCCESS);
  EQUAL(calculated_grid, grid);
  EQUAL(calculated_block, block);
}

TEST(what_is_scarcest_limits) {
  expect_limit(16, 0, 512, 4, OCC_LIMIT_WARPS);
  expect_limit(64, 0, 512, 2, OCC_LIMIT_REGISTERS);
  expect_limit(16, 16384, 512, 2, OCC_LIMIT_SHARED_MEMORY);
  expect_limit(16, 0, 32, 32, OCC_LIMIT_BLOCKS);
  expect_limit(16, 0, 2000, 0, OCC_LIMIT_WARPS);
  expect_limit(16, 50000, 32, 0, OCC_LIMIT_SHARED_MEMORY);
}

TEST(wrong_input_is_told) {
  const musaOccDeviceProp properties = device();
  const musaOccFuncAttributes attributes = kernel();
  const musaOccDeviceState state;
  musaOccResult result{};
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, 0, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(nullptr, &properties, &attributes, &state, 1, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
}

TEST_MAIN()
