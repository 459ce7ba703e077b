// cub::BlockHistogram: how many items of the block have each value in 0 ... bins - 1.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int block_dim_x, int items, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockHistogram {
 public:
  using TempStorage = detail::NoStorage;
  BlockHistogram() : rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}
  explicit BlockHistogram(TempStorage&) : BlockHistogram() {}

  template <class Counter>
  void InitHistogram(Counter histogram[bins]) {
    for (int i = rank_; i < bins; i += block_dim_x * block_dim_y * block_dim_z) histogram[i] = 0;
  }
  // The threads of a block run one at a time.
  template <class Counter>
  void Composite(T (&values)[items], Counter histogram[bins]) {
    for (int i = 0; i < items; ++i) ++histogram[static_cast<int>(values[i])];
  }
  template <class Counter>
  void Histogram(T (&values)[items], Counter histogram[bins]) {
    InitHistogram(histogram);
    detail::barrier();
    Composite(values, histogram);
  }

 private:
  int rank_;
};

}  // namespace cub
