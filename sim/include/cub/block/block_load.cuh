// cub::BlockLoad.
#pragma once

#include "cub/util_ptx.cuh"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int block_dim_x, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockLoad {
 public:
  struct TempStorage {
    T values[block_dim_x * block_dim_y * block_dim_z * items];
  };
  BlockLoad();
  explicit BlockLoad(TempStorage& storage);
  template <class Iterator>
  void Load(Iterator source, T (&values)[items]);
  template <class Iterator>
  void Load(Iterator source, T (&values)[items], int valid_items);
  template <class Iterator, class Default>
  void Load(Iterator source, T (&values)[items], int valid_items, Default out_of_bounds);
};

}  // namespace cub
