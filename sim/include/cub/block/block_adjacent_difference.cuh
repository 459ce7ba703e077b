// cub::BlockAdjacentDifference: each item with its left or right neighbour.
#pragma once

#include "cub/block/block_discontinuity.cuh"

namespace cub {

// FlagHeads() and FlagTails() are BlockDiscontinuity's, which old programs call here.
template <class T, int block_dim_x, int block_dim_y = 1, int block_dim_z = 1,
          int ptx_arch = CUB_PTX_ARCH>
class BlockAdjacentDifference
    : public BlockDiscontinuity<T, block_dim_x, block_dim_y, block_dim_z, ptx_arch> {
  using Base = BlockDiscontinuity<T, block_dim_x, block_dim_y, block_dim_z, ptx_arch>;
  using Base::rank_;
  using Base::share;
  using Base::storage_;
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;

 public:
  using Base::Base;
  using typename Base::TempStorage;

  // Without an item before the block its first item stays as it is, and so do those from `valid_items` on.
  template <int items, class Output, class Difference>
  void SubtractLeft(T (&inputs)[items], Output (&outputs)[items], Difference difference) {
    left(inputs, outputs, difference, nullptr, kThreads * items);
  }
  template <int items, class Output, class Difference>
  void SubtractLeft(T (&inputs)[items], Output (&outputs)[items], Difference difference, T before) {
    left(inputs, outputs, difference, &before, kThreads * items);
  }
  template <int items, class Output, class Difference>
  void SubtractLeftPartialTile(T (&inputs)[items], Output (&outputs)[items], Difference difference,
                               int valid_items) {
    left(inputs, outputs, difference, nullptr, valid_items);
  }
  template <int items, class Output, class Difference>
  void SubtractLeftPartialTile(T (&inputs)[items], Output (&outputs)[items], Difference difference,
                               int valid_items, T before) {
    left(inputs, outputs, difference, &before, valid_items);
  }
  // The same for the last item and one behind the block.
  template <int items, class Output, class Difference>
  void SubtractRight(T (&inputs)[items], Output (&outputs)[items], Difference difference) {
    right(inputs, outputs, difference, nullptr, kThreads * items);
  }
  template <int items, class Output, class Difference>
  void SubtractRight(T (&inputs)[items], Output (&outputs)[items], Difference difference,
                     T behind) {
    right(inputs, outputs, difference, &behind, kThreads * items);
  }
  template <int items, class Output, class Difference>
  void SubtractRightPartialTile(T (&inputs)[items], Output (&outputs)[items], Difference difference,
                                int valid_items) {
    right(inputs, outputs, difference, nullptr, valid_items);
  }

 private:
  // May be in place.
  template <int items, class Output, class Difference>
  void left(T (&inputs)[items], Output (&outputs)[items], Difference& difference, const T* before,
            int valid_items) {
    share(inputs);
    for (int i = items - 1; i >= 0; --i) {
      const T* const other = i > 0       ? &inputs[i - 1]
                             : rank_ > 0 ? &storage_.last[rank_ - 1]
                                         : before;
      const bool alone = other == nullptr || rank_ * items + i >= valid_items;
      outputs[i] = alone ? Output(inputs[i]) : Output(difference(inputs[i], *other));
    }
  }
  template <int items, class Output, class Difference>
  void right(T (&inputs)[items], Output (&outputs)[items], Difference& difference, const T* behind,
             int valid_items) {
    share(inputs);
    const bool whole = valid_items == kThreads * items;
    for (int i = 0; i < items; ++i) {
      const bool last = rank_ * items + i + 1 >= valid_items;
      const T* const next = i + 1 < items          ? &inputs[i + 1]
                            : rank_ + 1 < kThreads ? &storage_.first[rank_ + 1]
                                                   : nullptr;
      const T* const other = !last ? next : whole ? behind : nullptr;
      outputs[i] = other == nullptr ? Output(inputs[i]) : Output(difference(inputs[i], *other));
    }
  }
};

}  // namespace cub
