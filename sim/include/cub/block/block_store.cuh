// cub::BlockStore.
#pragma once

#include "cub/util_ptx.cuh"

namespace cub {

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int block_dim_x, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockStore {
 public:
  struct TempStorage {
    T values[block_dim_x * block_dim_y * block_dim_z * items];
  };
  BlockStore();
  explicit BlockStore(TempStorage& storage);
  template <class Iterator>
  void Store(Iterator target, T (&values)[items]);
  template <class Iterator>
  void Store(Iterator target, T (&values)[items], int valid_items);
};

}  // namespace cub
