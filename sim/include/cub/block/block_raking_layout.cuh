// cub::BlockRakingLayout: where threads put a value so that a few threads can go over segments of them.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int block_threads, int ptx_arch = CUB_PTX_ARCH>
struct BlockRakingLayout {
  static constexpr int SHARED_ELEMENTS = block_threads;
  static constexpr int MAX_RAKING_THREADS = CUB_MIN(block_threads, CUB_WARP_THREADS(0));
  static constexpr int SEGMENT_LENGTH =
      (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS;
  static constexpr int RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH;
  static constexpr bool UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0;

  struct TempStorage {
    detail::Places<T, RAKING_THREADS*(SEGMENT_LENGTH + 1)> values;
  };
  static T* PlacementPtr(TempStorage& storage, unsigned linear_thread) {
    return &storage.values[static_cast<int>(linear_thread)];
  }
  static T* RakingPtr(TempStorage& storage, unsigned linear_thread) {
    return &storage.values[static_cast<int>(linear_thread) * SEGMENT_LENGTH];
  }
};

}  // namespace cub
