// Kernels as functions: attributes, cache and shared memory preferences.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"

#define musaOccupancyDefault 0x00
#define musaOccupancyDisableCachingOverride 0x01

// Attributes of a compiled kernel.
struct musaFuncAttributes {
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
  int reserved[16];
};

enum musaFuncAttribute {
  musaFuncAttributeMaxDynamicSharedMemorySize = 8,
  musaFuncAttributePreferredSharedMemoryCarveout = 9,
  musaFuncAttributeClusterDimMustBeSet = 10,
  musaFuncAttributeRequiredClusterWidth = 11,
  musaFuncAttributeRequiredClusterHeight = 12,
  musaFuncAttributeRequiredClusterDepth = 13,
  musaFuncAttributeNonPortableClusterSizeAllowed = 14,
  musaFuncAttributeClusterSchedulingPolicyPreference = 15,
  musaFuncAttributeMax
};

// The split of L1 cache and shared memory that a kernel prefers.
enum musaFuncCache {
  musaFuncCachePreferNone = 0,
  musaFuncCachePreferShared = 1,
  musaFuncCachePreferL1 = 2,
  musaFuncCachePreferEqual = 3
};

enum musaSharedMemConfig {
  musaSharedMemBankSizeDefault = 0,
  musaSharedMemBankSizeFourByte = 1,
  musaSharedMemBankSizeEightByte = 2
};

enum musaSharedCarveout {
  musaSharedmemCarveoutDefault = -1,
  musaSharedmemCarveoutMaxShared = 100,
  musaSharedmemCarveoutMaxL1 = 0
};

enum musaCGScope { musaCGScopeInvalid = 0, musaCGScopeGrid = 1, musaCGScopeMultiGrid = 2 };

// Options of musaLibraryLoadData and musaLibraryLoadFromFile.
enum musaLibraryOption {
  musaLibraryHostUniversalFunctionAndDataTable = 0,
  musaLibraryBinaryIsPreserved = 1
};

// Options of the compiler for images that still have to be compiled.
enum musaJitOption {
  musaJitMaxRegisters = 0,
  musaJitThreadsPerBlock = 1,
  musaJitWallTime = 2,
  musaJitInfoLogBuffer = 3,
  musaJitInfoLogBufferSizeBytes = 4,
  musaJitErrorLogBuffer = 5,
  musaJitErrorLogBufferSizeBytes = 6,
  musaJitOptimizationLevel = 7,
  musaJitFallbackStrategy = 10,
  musaJitGenerateDebugInfo = 11,
  musaJitLogVerbose = 12,
  musaJitGenerateLineInfo = 13,
  musaJitCacheMode = 14,
  musaJitPositionIndependentCode = 30,
  musaJitMinCtaPerSm = 31,
  musaJitMaxThreadsPerBlock = 32,
  musaJitOverrideDirectiveValues = 33
};
