// Occupancy: the blocks of a kernel that fit on a multiprocessor.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks,
                                                                    const void* func, int blockSize,
                                                                    size_t dynamicSMemSize);
MUSARTAPI musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize,
                                                                const void* func, int numBlocks,
                                                                int blockSize);
MUSARTAPI musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
MUSARTAPI musaError_t musaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func,
                                                           const musaLaunchConfig_t* launchConfig);
MUSARTAPI musaError_t musaOccupancyMaxActiveClusters(int* numClusters, const void* func,
                                                     const musaLaunchConfig_t* launchConfig);

#if defined(__cplusplus)
}
#endif
