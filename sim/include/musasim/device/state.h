// The state of a kernel's thread. A block runs on one thread of the operating system, the
// carrier, from its begin to its end; the state belongs to the carrier, and the run time sets it
// whenever it goes from one thread of the kernel to another.
#pragma once

#include <cstddef>

#include "musasim/kernel.h"
#include "vector_types.h"

#define MUSASIM_DEVICE_API __attribute__((visibility("default")))
#define MUSASIM_CARRIER_LOCAL \
  extern __thread __attribute__((tls_model("initial-exec"), visibility("default")))

namespace musasim::device {

// In the body of a kernel its own parameters of these names hide them. A kernel that runs as a plain loop
// does not set threadIdx.
MUSASIM_CARRIER_LOCAL uint3 threadIdx;
MUSASIM_CARRIER_LOCAL uint3 blockIdx;
MUSASIM_CARRIER_LOCAL dim3 blockDim;
MUSASIM_CARRIER_LOCAL dim3 gridDim;
MUSASIM_CARRIER_LOCAL int warpSize;

struct Carrier {
  const musasimLaunch* launch;  // that it runs blocks of; nullptr: it is the host's
  void* dynamic_shared;         // of the block; the same address for all blocks of the carrier
};
MUSASIM_CARRIER_LOCAL Carrier carrier;
// A __shared__ variable whose address was asked for as one of shared memory.
MUSASIM_CARRIER_LOCAL const void* shared_variable;

// Whether device code asks: what __MUSA_ARCH__ tells at compile time elsewhere. What a compiler computes is the
// device's.
constexpr bool inside() { return __builtin_is_constant_evaluated() || carrier.launch != nullptr; }

// The address of a variable that may be asked for after the function that it belongs to.
template <class T>
inline T* kept(T* variable) {
  asm volatile("" : "+r"(variable) : : "memory");
  return variable;
}

// The meaning of __cluster_dims__: the alignment of the kernel, or the compiler's error.
template <unsigned x, unsigned y = 1, unsigned z = 1>
constexpr int cluster() {
  static_assert(x == 1 && y == 1 && z == 1,
                "MUSA GPUs have no clusters of several blocks (__cluster_dims__)");
  return 16;
}

// The array that `extern __shared__` declares. Its address ends in 18 zeros: programs keep addresses of shared memory in so few
// bits, and what is swizzled counts from such an address.
inline void* dynamic_shared() { return carrier.dynamic_shared; }
constexpr std::size_t kDynamicSharedAlignment = std::size_t{1} << 18;

inline void note_shared_address(const void* address) {
  const auto dynamic = reinterpret_cast<std::size_t>(carrier.dynamic_shared);
  if (reinterpret_cast<std::size_t>(address) - dynamic >= kDynamicSharedAlignment) {
    shared_variable = address;
  }
}

// Number of the calling thread in its block, x fastest.
inline unsigned thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned long long block_rank() {
  return (blockIdx.z * static_cast<unsigned long long>(gridDim.y) + blockIdx.y) * gridDim.x +
         blockIdx.x;
}
inline unsigned long long blocks_of_grid() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}
inline unsigned lane_id() { return thread_rank() % static_cast<unsigned>(warpSize); }
inline unsigned warp_id() { return thread_rank() / static_cast<unsigned>(warpSize); }

}  // namespace musasim::device
