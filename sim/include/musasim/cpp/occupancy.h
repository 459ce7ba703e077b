// Occupancy of kernels given as function pointers, and the search for the best block size.
#pragma once

#include "musa_runtime_api.h"
#include "musasim/cpp/address.h"

template <class T>
static inline musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T* func,
                                                                        int blockSize,
                                                                        size_t dynamicSMemSize) {
  return musaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, musasim::address(func), blockSize,
                                                       dynamicSMemSize);
}

template <class T>
static inline musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, T* func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
  return musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, musasim::address(func),
                                                                blockSize, dynamicSMemSize, flags);
}

template <class T>
static inline musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize,
                                                                    T* func, int numBlocks,
                                                                    int blockSize) {
  return musaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, musasim::address(func),
                                                   numBlocks, blockSize);
}

template <class T>
static inline musaError_t musaOccupancyMaxPotentialClusterSize(int* clusterSize, T* func,
                                                               const musaLaunchConfig_t* config) {
  return musaOccupancyMaxPotentialClusterSize(clusterSize, musasim::address(func), config);
}

template <class T>
static inline musaError_t musaOccupancyMaxActiveClusters(int* numClusters, T* func,
                                                         const musaLaunchConfig_t* config) {
  return musaOccupancyMaxActiveClusters(numClusters, musasim::address(func), config);
}

namespace musasim {

// The bounds of the search for a block size.
struct BlockSearch {
  int multiprocessors;
  int warp;
  int largest;
};

template <class T>
inline musaError_t block_search(T* func, int blockSizeLimit, BlockSearch* search) {
  int device = 0;
  musaError_t error = musaGetDevice(&device);
  musaFuncAttributes attributes;
  if (error == musaSuccess) {
    error =
        musaDeviceGetAttribute(&search->multiprocessors, musaDevAttrMultiProcessorCount, device);
  }
  if (error == musaSuccess) {
    error = musaDeviceGetAttribute(&search->warp, musaDevAttrWarpSize, device);
  }
  if (error == musaSuccess) {
    error = musaDeviceGetAttribute(&search->largest, musaDevAttrMaxThreadsPerBlock, device);
  }
  if (error == musaSuccess) {
    error = musaFuncGetAttributes(&attributes, func);
  }
  if (error != musaSuccess) {
    return error;
  }
  if (attributes.maxThreadsPerBlock < search->largest) {
    search->largest = attributes.maxThreadsPerBlock;
  }
  if (blockSizeLimit > 0 && blockSizeLimit < search->largest) {
    search->largest = blockSizeLimit;
  }
  return musaSuccess;
}

// The same shared memory for every block size.
class FixedSize {
 public:
  explicit FixedSize(size_t size) : size_(size) {}
  size_t operator()(int) const { return size_; }

 private:
  size_t size_;
};

}  // namespace musasim

// The block size with the most active threads on a multiprocessor (the largest of them), and the
// grid that fills the device with such blocks.
template <class Size, class T>
static inline musaError_t musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T* func, Size blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func) {
    return musaErrorInvalidValue;
  }
  musasim::BlockSearch search = {0, 0, 0};
  musaError_t error = musasim::block_search(func, blockSizeLimit, &search);
  if (error != musaSuccess) {
    return error;
  }
  int best_size = 0;
  int best_blocks = 0;
  const int last = (search.largest + search.warp - 1) / search.warp * search.warp;
  for (int rounded = last; rounded > 0; rounded -= search.warp) {
    const int size = rounded < search.largest ? rounded : search.largest;
    int blocks = 0;
    error = musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, func, size, static_cast<size_t>(blockSizeToDynamicSMemSize(size)), flags);
    if (error != musaSuccess) {
      return error;
    }
    if (blocks * size > best_blocks * best_size) {
      best_size = size;
      best_blocks = blocks;
    }
  }
  *minGridSize = best_blocks * search.multiprocessors;
  *blockSize = best_size;
  return musaSuccess;
}

template <class Size, class T>
static inline musaError_t musaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, T* func, Size blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit);
}

template <class T>
static inline musaError_t musaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize,
                                                                      int* blockSize, T* func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0,
                                                                      unsigned int flags = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, musasim::FixedSize(dynamicSMemSize), blockSizeLimit, flags);
}

template <class T>
static inline musaError_t musaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize,
                                                             T* func, size_t dynamicSMemSize = 0,
                                                             int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
                                                     blockSizeLimit);
}
