// cub::BlockReduce: the first thread gets what all have together.
#pragma once

#include "cub/detail/block.cuh"
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
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;

 public:
  struct TempStorage {
    detail::Places<T, kThreads> values;
  };
  BlockReduce() : BlockReduce(detail::private_storage<TempStorage>()) {}
  explicit BlockReduce(TempStorage& storage)
      : values_(storage.values),
        rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

  template <class Operator>
  T Reduce(T input, Operator combine, int valid_items = kThreads) {
    values_[rank_] = input;
    detail::barrier();
    if (rank_ != 0) return input;
    T sum = values_[0];
    for (int i = 1; i < valid_items && i < kThreads; ++i) sum = combine(sum, values_[i]);
    return sum;
  }
  template <int items, class Operator>
  T Reduce(T (&inputs)[items], Operator combine) {
    return Reduce(ThreadReduce(inputs, combine), combine);
  }
  T Sum(T input) { return Reduce(input, cub::Sum()); }
  T Sum(T input, int valid_items) { return Reduce(input, cub::Sum(), valid_items); }
  template <int items>
  T Sum(T (&inputs)[items]) {
    return Reduce(inputs, cub::Sum());
  }

 private:
  detail::Places<T, kThreads>& values_;
  int rank_;
};

}  // namespace cub
