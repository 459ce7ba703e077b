// The calculation of musa_occupancy.h, which includes this.
#pragma once

#include "musa_occupancy.h"

// Block slots of a multiprocessor: the properties do not tell them.
#define MUSASIM_OCC_BLOCKS 32
// Shared memory is handed out in pieces of this size.
#define MUSASIM_OCC_SHARED_UNIT 128

static inline int musasim_occ_least(int a, int b) { return a < b ? a : b; }

static inline int musasim_occ_warps(const musaOccDeviceProp* p, int block_size) {
  return (block_size + p->warpSize - 1) / p->warpSize;
}

// Dynamic shared memory that a block of the kernel may ask for.
static inline size_t musasim_occ_dynamic_limit(const musaOccDeviceProp* p,
                                               const musaOccFuncAttributes* a) {
  const size_t block = p->sharedMemPerBlock;
  if (a->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN) {
    return a->maxDynamicSharedSizeBytes;
  }
  return a->sharedSizeBytes < block ? block - a->sharedSizeBytes : 0;
}

static inline int musasim_occ_valid(const musaOccDeviceProp* p, const musaOccFuncAttributes* a,
                                    const musaOccDeviceState* s) {
  return p && a && s && p->warpSize > 0 && p->maxThreadsPerMultiprocessor > 0 &&
         p->regsPerMultiprocessor > 0 && a->numRegs >= 0 && a->maxThreadsPerBlock > 0;
}

static inline void musasim_occ_fill(musaOccResult* r, const musaOccDeviceProp* p,
                                    const musaOccFuncAttributes* a, int block_size,
                                    size_t dynamic) {
  const int threads = musasim_occ_warps(p, block_size) * p->warpSize;
  const size_t unit = MUSASIM_OCC_SHARED_UNIT;
  r->allocatedRegistersPerBlock = a->numRegs * threads;
  r->allocatedSharedMemPerBlock =
      (a->sharedSizeBytes + dynamic + unit - 1) / unit * unit + p->reservedSharedMemPerBlock;
  r->blockLimitWarps = p->maxThreadsPerMultiprocessor / threads;
  r->blockLimitBlocks = MUSASIM_OCC_BLOCKS;
  r->blockLimitBarriers = INT_MAX;
  r->blockLimitRegs = r->allocatedRegistersPerBlock > 0
                          ? p->regsPerMultiprocessor / r->allocatedRegistersPerBlock
                          : INT_MAX;
  r->blockLimitSharedMem = INT_MAX;
  if (r->allocatedSharedMemPerBlock > 0) {
    const int fit = p->sharedMemPerMultiprocessor / r->allocatedSharedMemPerBlock;
    r->blockLimitSharedMem = fit;
  }
  r->partitionedGCConfig = PARTITIONED_GC_OFF;
}

static inline void musasim_occ_sum_up(musaOccResult* r) {
  int least = musasim_occ_least(r->blockLimitWarps, r->blockLimitBlocks);
  least = musasim_occ_least(least, r->blockLimitRegs);
  least = musasim_occ_least(least, r->blockLimitSharedMem);
  r->activeBlocksPerMultiprocessor = least;
  r->limitingFactors = 0;
  if (r->blockLimitWarps == least) r->limitingFactors |= OCC_LIMIT_WARPS;
  if (r->blockLimitRegs == least) r->limitingFactors |= OCC_LIMIT_REGISTERS;
  if (r->blockLimitSharedMem == least) r->limitingFactors |= OCC_LIMIT_SHARED_MEMORY;
  if (r->blockLimitBlocks == least) r->limitingFactors |= OCC_LIMIT_BLOCKS;
}

static inline musaOccError musaOccMaxActiveBlocksPerMultiprocessor(
    musaOccResult* result, const musaOccDeviceProp* properties,
    const musaOccFuncAttributes* attributes, const musaOccDeviceState* state, int blockSize,
    size_t dynamicSmemSize) {
  if (!result || !musasim_occ_valid(properties, attributes, state) || blockSize <= 0) {
    return MUSA_OCC_ERROR_INVALID_INPUT;
  }
  musasim_occ_fill(result, properties, attributes, blockSize, dynamicSmemSize);
  if (blockSize > attributes->maxThreadsPerBlock) {
    result->blockLimitWarps = 0;
  }
  if (dynamicSmemSize > musasim_occ_dynamic_limit(properties, attributes)) {
    result->blockLimitSharedMem = 0;
  }
  musasim_occ_sum_up(result);
  return MUSA_OCC_SUCCESS;
}

// The block size with the most resident threads, and the grid that fills the device with it.
// `blockSizeToDynamicSMemSize` may be null: then every block takes dynamicSMemSize.
static inline musaOccError musaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, const musaOccDeviceProp* properties,
    const musaOccFuncAttributes* attributes, const musaOccDeviceState* state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  int best_blocks = 0;
  int best_size = 0;
  if (!minGridSize || !blockSize || !musasim_occ_valid(properties, attributes, state)) {
    return MUSA_OCC_ERROR_INVALID_INPUT;
  }
  const int warp = properties->warpSize;
  const int largest =
      musasim_occ_least(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  for (int rounded = (largest + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int size = musasim_occ_least(rounded, largest);
    const size_t shared =
        blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(size) : dynamicSMemSize;
    musaOccResult result;
    const musaOccError error = musaOccMaxActiveBlocksPerMultiprocessor(
        &result, properties, attributes, state, size, shared);
    if (error != MUSA_OCC_SUCCESS) {
      return error;
    }
    if (result.activeBlocksPerMultiprocessor * size > best_blocks * best_size) {
      best_blocks = result.activeBlocksPerMultiprocessor;
      best_size = size;
    }
  }
  *minGridSize = best_blocks * properties->numSms;
  *blockSize = best_size;
  return MUSA_OCC_SUCCESS;
}
