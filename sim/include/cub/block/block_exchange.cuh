// cub::BlockExchange.
#pragma once

#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int block_dim_x, int items, bool warp_time_slicing = false, int block_dim_y = 1,
          int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockExchange {
 public:
  struct TempStorage {
    T values[block_dim_x * block_dim_y * block_dim_z * items];
  };
  BlockExchange();
  explicit BlockExchange(TempStorage& storage);
  template <class Output>
  void StripedToBlocked(const T (&inputs)[items], Output (&outputs)[items]);
  template <class Output>
  void BlockedToStriped(const T (&inputs)[items], Output (&outputs)[items]);
  void StripedToBlocked(T (&values)[items]);
  void BlockedToStriped(T (&values)[items]);
};

}  // namespace cub
