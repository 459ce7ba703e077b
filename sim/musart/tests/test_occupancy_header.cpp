// musa_occupancy.h: blocks on a multiprocessor from numbers alone.
#include "musa_occupancy.h"
#include "musa_runtime_api.h"
#include "testing/check.h"

namespace {

musaOccDeviceProp device() {
  musaOccDeviceProp d;
  d.maxThreadsPerBlock = 1024;
  d.maxThreadsPerMultiprocessor = 2048;
  d.regsPerMultiprocessor = 65536;
  d.warpSize = 32;
  d.sharedMemPerMultiprocessor = 65536;
  d.reservedSharedMemPerBlock = 0;
  d.maxBlocksPerMultiprocessor = 16;
  return d;
}

musaOccFuncAttributes kernel(int registers, size_t shared) {
  musaOccFuncAttributes k = {};
  k.maxThreadsPerBlock = 1024;
  k.numRegs = registers;
  k.sharedSizeBytes = shared;
  return k;
}

void check(const musaOccFuncAttributes& k, int threads, size_t dynamic, int blocks,
           unsigned limit) {
  const musaOccDeviceProp d = device();
  const musaOccDeviceState state = {};
  musaOccResult result = {};
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &d, &k, &state, threads, dynamic),
        MUSA_OCC_SUCCESS);
  EQUAL(result.activeBlocksPerMultiprocessor, blocks);
  EQUAL(result.limitingFactors, limit);
}

}  // namespace

TEST(what_is_scarcest_limits) {
  check(kernel(16, 0), 512, 0, 4, OCC_LIMIT_WARPS);
  check(kernel(64, 0), 512, 0, 2, OCC_LIMIT_REGISTERS);
  check(kernel(16, 16384), 512, 16384, 2, OCC_LIMIT_SHARED_MEMORY);
  check(kernel(16, 0), 32, 0, 16, OCC_LIMIT_BLOCKS);
  check(kernel(16, 0), 2000, 0, 0, OCC_LIMIT_WARPS);
}

TEST(wrong_input_is_told) {
  const musaOccDeviceProp d = device();
  const musaOccFuncAttributes k = kernel(16, 0);
  const musaOccDeviceState state = {};
  musaOccResult result = {};
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &d, &k, &state, 0, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
  EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(nullptr, &d, &k, &state, 32, 0),
        MUSA_OCC_ERROR_INVALID_INPUT);
}

TEST(a_device_comes_from_its_properties) {
  musaDeviceProp properties;
  EQUAL(musaGetDeviceProperties(&properties, 0), musaSuccess);
  const musaOccDeviceProp d(properties);
  EQUAL(d.warpSize, properties.warpSize);
  EQUAL(d.numSms, properties.multiProcessorCount);
}

TEST_MAIN()
