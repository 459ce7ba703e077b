// cub::BlockStore, and the functions that it is made of.
#pragma once

#include "cub/block/block_exchange.cuh"
#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int items, class Iterator>
void StoreDirectBlocked(int thread, Iterator target, T (&values)[items]) {
  for (int i = 0; i < items; ++i) target[thread * items + i] = values[i];
}
template <class T, int items, class Iterator>
void StoreDirectBlocked(int thread, Iterator target, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    if (thread * items + i < valid_items) target[thread * items + i] = values[i];
  }
}
template <int threads, class T, int items, class Iterator>
void StoreDirectStriped(int thread, Iterator target, T (&values)[items]) {
  for (int i = 0; i < items; ++i) target[thread + i * threads] = values[i];
}
template <int threads, class T, int items, class Iterator>
void StoreDirectStriped(int thread, Iterator target, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    if (thread + i * threads < valid_items) target[thread + i * threads] = values[i];
  }
}

template <class T, int items>
void StoreDirectBlockedVectorized(int thread, T* target, T (&values)[items]) {
  StoreDirectBlocked(thread, target, values);
}
template <class T, int items, class Iterator>
void StoreDirectWarpStriped(int thread, Iterator target, T (&values)[items]) {
  for (int i = 0; i < items; ++i) target[detail::warp_striped(thread, i, items)] = values[i];
}
template <class T, int items, class Iterator>
void StoreDirectWarpStriped(int thread, Iterator target, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    const int place = detail::warp_striped(thread, i, items);
    if (place < valid_items) target[place] = values[i];
  }
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int block_dim_x, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockStore {
 public:
  using TempStorage = detail::NoStorage;
  BlockStore() : rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}
  explicit BlockStore(TempStorage&) : BlockStore() {}

  // A further argument: how many items are valid.
  template <class Iterator, class... Rest>
  void Store(Iterator target, T (&values)[items], Rest... rest) {
    if constexpr (algorithm == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<block_dim_x * block_dim_y * block_dim_z>(rank_, target, values, rest...);
    } else {
      StoreDirectBlocked(rank_, target, values, rest...);
    }
  }

 private:
  int rank_;
};

}  // namespace cub
