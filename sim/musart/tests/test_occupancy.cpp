// The calculator of musa_occupancy.h against the runtime.
#include "environment.h"
#include "musa_occupancy.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"
#include "testing/check.h"

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

const musasim::hand::Registration registration(row());

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

}  // namespace

TEST(calculator_agrees_with_the_runtime) {
  const musaOccDeviceProp properties = device();
  const musaOccFuncAttributes attributes = kernel();
  const musaOccDeviceState state;
  for (int block = 1; block <= 1024; block += 31) {
    for (std::size_t shared = 0; shared <= 64 << 10; shared += 7000) {
      int blocks = -1;
      musaOccResult result;
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

TEST(what_binds_is_told) {
  const musaOccDeviceProp properties = device();
  musaOccFuncAttributes attributes = kernel();
  const musaOccDeviceState state;
  musaOccResult result;
  attributes.numRegs = 255;
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, 128, 0),
        MUSA_OCC_SUCCESS);
  EQUAL(result.limitingFactors, unsigned{OCC_LIMIT_REGISTERS});
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, 0, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(nullptr, &properties, &attributes, &state, 1, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
}

TEST_MAIN()
