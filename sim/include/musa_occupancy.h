// Occupancy, the blocks of a kernel that fit on a multiprocessor, from numbers alone: for tools that know a
// kernel's needs but do not hold the kernel. Header only, as on the platform, and without the
// runtime's headers; the structures can be made from the runtime's.
#pragma once

#include <limits.h>
#include <stddef.h>

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

typedef enum musaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3
} musaOccCacheConfig;

typedef enum musaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100
} musaOccCarveoutConfig;

typedef enum musaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 1,
  OCC_LIMIT_REGISTERS = 2,
  OCC_LIMIT_SHARED_MEMORY = 4,
  OCC_LIMIT_BLOCKS = 8,
  OCC_LIMIT_BARRIERS = 16
} musaOccLimitingFactor;

// The resources of a device, from a musaDeviceProp.
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
#ifdef __cplusplus
  musaOccDeviceProp()
      : computeMajor(0),
        computeMinor(0),
        maxThreadsPerBlock(0),
        maxThreadsPerMultiprocessor(0),
        regsPerBlock(0),
        regsPerMultiprocessor(0),
        warpSize(0),
        sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0),
        numSms(0),
        sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0) {}
  template <class Properties>
  musaOccDeviceProp(const Properties& p)
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
        reservedSharedMemPerBlock(p.reservedSharedMemPerBlock) {}
#endif
} musaOccDeviceProp;

// The needs of a kernel, from a musaFuncAttributes. Its limit of dynamic shared memory holds with
// FUNC_SHMEM_LIMIT_OPTIN, otherwise that of the device.
typedef struct musaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  musaOccPartitionedGCConfig partitionedGCConfig;
  musaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
#ifdef __cplusplus
  musaOccFuncAttributes()
      : maxThreadsPerBlock(0),
        numRegs(0),
        sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT),
        maxDynamicSharedSizeBytes(0),
        numBlockBarriers(0) {}
  template <class Attributes>
  musaOccFuncAttributes(const Attributes& a)
      : maxThreadsPerBlock(a.maxThreadsPerBlock),
        numRegs(a.numRegs),
        sharedSizeBytes(a.sharedSizeBytes),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(static_cast<size_t>(a.maxDynamicSharedSizeBytes)),
        numBlockBarriers(1) {}
#endif
} musaOccFuncAttributes;

// A program's settings of its device; nothing here depends on them.
typedef struct musaOccDeviceState {
  musaOccCacheConfig cacheConfig;
  int carveoutConfig;
#ifdef __cplusplus
  musaOccDeviceState()
      : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
} musaOccDeviceState;

// Limits that do not apply are INT_MAX.
typedef struct musaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;  // musaOccLimitingFactor, or-ed
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  musaOccPartitionedGCConfig partitionedGCConfig;
} musaOccResult;

#include "musasim/occupancy.h"
