// How many blocks of a kernel fit on a multiprocessor, from numbers alone: for tools that know a
// kernel's needs but do not hold the kernel. Header only, as on the platform.
#pragma once

#include <limits.h>
#include <stddef.h>

#include "driver_types.h"

typedef enum musaOccError_enum {
  MUSA_OCC_SUCCESS = 0,
  MUSA_OCC_ERROR_INVALID_INPUT = 1,
  MUSA_OCC_ERROR_UNKNOWN_DEVICE = 2
} musaOccError;

typedef enum musaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
} musaOccPartitionedGCConfig;

typedef enum musaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN
} musaOccFuncShmemConfig;

typedef enum musaOccLimitingFactors_enum {
  OCC_LIMIT_WARPS = 1,
  OCC_LIMIT_REGISTERS = 2,
  OCC_LIMIT_SHARED_MEMORY = 4,
  OCC_LIMIT_BLOCKS = 8
} musaOccLimitingFactors;

// What a device offers.
typedef struct musaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
  int maxBlocksPerMultiprocessor;
#ifdef __cplusplus
  musaOccDeviceProp() : musaOccDeviceProp(musaDeviceProp()) {}
  explicit musaOccDeviceProp(const musaDeviceProp& p)
      : computeMajor(p.major),
        computeMinor(p.minor),
        maxThreadsPerBlock(p.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor),
        regsPerBlock(p.regsPerBlock),
        regsPerMultiprocessor(p.regsPerMultiprocessor),
        warpSize(p.warpSize),
        sharedMemPerBlock(p.sharedMemPerBlock),
        sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor),
        numSms(p.multiProcessorCount),
        sharedMemPerBlockOptin(p.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(p.reservedSharedMemPerBlock),
        maxBlocksPerMultiprocessor(p.maxBlocksPerMultiProcessor) {}
#endif
} musaOccDeviceProp;

// What a kernel needs.
typedef struct musaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  musaOccPartitionedGCConfig partitionedGCConfig;
  musaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
} musaOccFuncAttributes;

// What an application asked of its device; nothing here depends on it.
typedef struct musaOccDeviceState {
  int cacheConfig;
  int carveoutConfig;
} musaOccDeviceState;

typedef struct musaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;  // musaOccLimitingFactors, or-ed
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
} musaOccResult;

#ifdef __cplusplus
#define MUSASIM_OCC_INT(value) static_cast<int>(value)
#else
#define MUSASIM_OCC_INT(value) ((int)(value))
#endif

static inline __attribute__((unused)) int musasimOccLeast(int left, int right) {
  return left < right ? left : right;
}

// 0 blocks, and success, for a block that can never run; limits that do not apply are INT_MAX.
static inline __attribute__((unused)) musaOccError musaOccMaxActiveBlocksPerMultiprocessor(
    musaOccResult* result, const musaOccDeviceProp* device, const musaOccFuncAttributes* kernel,
    const musaOccDeviceState* state, int blockSize, size_t dynamicSmemSize) {
  size_t shared;
  int warps;
  int least;
  if (!result || !device || !kernel || !state || blockSize <= 0 || device->warpSize <= 0 ||
      kernel->numRegs < 0) {
    return MUSA_OCC_ERROR_INVALID_INPUT;
  }
  warps = (blockSize + device->warpSize - 1) / device->warpSize;
  shared = kernel->sharedSizeBytes + dynamicSmemSize + device->reservedSharedMemPerBlock;
  result->blockLimitWarps = device->maxThreadsPerMultiprocessor / device->warpSize / warps;
  result->blockLimitBlocks =
      device->maxBlocksPerMultiprocessor > 0 ? device->maxBlocksPerMultiprocessor : INT_MAX;
  result->blockLimitRegs = kernel->numRegs == 0 ? INT_MAX
                                                : device->regsPerMultiprocessor /
                                                      (kernel->numRegs * warps * device->warpSize);
  result->blockLimitSharedMem = INT_MAX;
  if (shared > 0) {
    result->blockLimitSharedMem =
        device->sharedMemPerMultiprocessor / shared > INT_MAX
            ? INT_MAX
            : MUSASIM_OCC_INT(device->sharedMemPerMultiprocessor / shared);
  }
  least = musasimOccLeast(musasimOccLeast(result->blockLimitWarps, result->blockLimitBlocks),
                          musasimOccLeast(result->blockLimitRegs, result->blockLimitSharedMem));
  if (blockSize > device->maxThreadsPerBlock || blockSize > kernel->maxThreadsPerBlock) {
    least = result->blockLimitWarps = 0;
  }
  result->activeBlocksPerMultiprocessor = least;
  result->limitingFactors = 0;
  if (result->blockLimitWarps == least) result->limitingFactors |= OCC_LIMIT_WARPS;
  if (result->blockLimitRegs == least) result->limitingFactors |= OCC_LIMIT_REGISTERS;
  if (result->blockLimitSharedMem == least) result->limitingFactors |= OCC_LIMIT_SHARED_MEMORY;
  if (result->blockLimitBlocks == least) result->limitingFactors |= OCC_LIMIT_BLOCKS;
  return MUSA_OCC_SUCCESS;
}
