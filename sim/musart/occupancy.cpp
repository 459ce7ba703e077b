// Occupancy: the blocks of a kernel that fit on a multiprocessor.
#include "machine/kernels/attributes.h"
#include "musart/function.h"

using namespace musasim;

namespace {

musaError_t blocks_of(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize,
                      unsigned flags) {
  if (numBlocks == nullptr || (flags & ~unsigned{musaOccupancyDisableCachingOverride}) != 0) {
    return musaErrorInvalidValue;
  }
  return with_function(
      func, [&](Function& f) { return active_blocks(f, blockSize, dynamicSMemSize, numBlocks); });
}

}  // namespace

musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func,
                                                          int blockSize, size_t dynamicSMemSize) {
  return api(__func__, [&] {
    return blocks_of(numBlocks, func, blockSize, dynamicSMemSize, musaOccupancyDefault);
  });
}

musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int flags) {
  return api(__func__,
             [&] { return blocks_of(numBlocks, func, blockSize, dynamicSMemSize, flags); });
}

musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func,
                                                      int numBlocks, int blockSize) {
  return api(__func__, [&]() -> musaError_t {
    if (dynamicSmemSize == nullptr) {
      return musaErrorInvalidValue;
    }
    return with_function(func, [&](Function& f) {
      return available_dynamic_shared(f, numBlocks, blockSize, dynamicSmemSize);
    });
  });
}

// The models have no clusters (musaDevAttrClusterLaunch is 0).
musaError_t musaOccupancyMaxPotentialClusterSize(int*, const void*, const musaLaunchConfig_t*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaOccupancyMaxActiveClusters(int*, const void*, const musaLaunchConfig_t*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}
