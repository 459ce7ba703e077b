// Parts of cub's functions over a block: the calling thread's number, memory of the block
// for any type, scans.
#pragma once

#include "cub/thread/thread_reduce.cuh"
#include "cub/util_ptx.cuh"
#include "musasim/device/built_in.h"

namespace cub {
namespace detail {

// `count` places for a T in shared memory, which nothing initialises.
template <class T, int count>
struct alignas(T) Places {
  unsigned char bytes[sizeof(T) * static_cast<std::size_t>(count)];
  T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

template <int x, int y, int z>
int rank_in_block() {
  using musasim::device::threadIdx;
  return (static_cast<int>(threadIdx.z) * y + static_cast<int>(threadIdx.y)) * x +
         static_cast<int>(threadIdx.x);
}

// The place of a thread's item where the items of a warp stand together, striped.
inline int warp_striped(int thread, int item, int items) {
  constexpr int kWarp = CUB_WARP_THREADS(0);
  return thread / kWarp * kWarp * items + thread % kWarp + item * kWarp;
}

// The block's own storage, where none is given. A block runs on one thread.
template <class Storage>
Storage& private_storage() {
  static thread_local Storage storage;
  return storage;
}

inline void barrier() { musasim::device::block_barrier(); }

}  // namespace detail
}  // namespace cub
