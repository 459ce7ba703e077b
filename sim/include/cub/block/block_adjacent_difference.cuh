// cub::BlockAdjacentDifference: each item with its left or right neighbour.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int block_dim_x, int block_dim_y = 1, int block_dim_z = 1,
          int ptx_arch = CUB_PTX_ARCH>
class BlockAdjacentDifference {
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;

 public:
  struct TempStorage {
    detail::Places<T, kThreads> values;
  };
  BlockAdjacentDifference() : BlockAdjacentDifference(detail::private_storage<TempStorage>()) {}
  explicit BlockAdjacentDifference(TempStorage& storage)
      : values_(storage.values),
        rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

  // The block's first item stays as it is.
  template <int items, class Output, class Difference>
  void SubtractLeft(T (&inputs)[items], Output (&outputs)[items], Difference difference) {
    values_[rank_] = inputs[items - 1];
    detail::barrier();
    for (int i = items - 1; i > 0; --i) outputs[i] = difference(inputs[i], inputs[i - 1]);
    outputs[0] = rank_ == 0 ? inputs[0] : difference(inputs[0], values_[rank_ - 1]);
  }
  // The block's last item stays as it is.
  template <int items, class Output, class Difference>
  void SubtractRight(T (&inputs)[items], Output (&outputs)[items], Difference difference) {
    values_[rank_] = inputs[0];
    detail::barrier();
    for (int i = 0; i + 1 < items; ++i) outputs[i] = difference(inputs[i], inputs[i + 1]);
    const T last = inputs[items - 1];
    outputs[items - 1] = rank_ + 1 == kThreads ? last : difference(last, values_[rank_ + 1]);
  }

 private:
  detail::Places<T, kThreads>& values_;
  int rank_;
};

}  // namespace cub
