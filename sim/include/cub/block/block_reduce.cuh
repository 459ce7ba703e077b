// cub::BlockReduce.
#pragma once

#include "cub/thread_operators.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int block_dim_x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockReduce {
 public:
  struct TempStorage {
    T values[block_dim_x * block_dim_y * block_dim_z];
  };
  BlockReduce();
  explicit BlockReduce(TempStorage& storage);
  template <class Operator>
  T Reduce(T input, Operator reduce);
  template <class Operator>
  T Reduce(T input, Operator reduce, int valid_items);
  template <int items, class Operator>
  T Reduce(T (&inputs)[items], Operator reduce);
  T Sum(T input);
  T Sum(T input, int valid_items);
  template <int items>
  T Sum(T (&inputs)[items]);
};

}  // namespace cub
