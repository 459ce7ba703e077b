// cub::BlockRadixSort: keys, and values with them, of a whole block in order.
#pragma once

#include "cub/block/block_scan.cuh"
#include "cub/detail/block.cuh"
#include "cub/detail/sort.cuh"

namespace cub {

template <class Key, int block_dim_x, int items, class Value = NullType, int radix_bits = 4,
          bool memoize_outer_scan = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          int shared_memory_config = 0, int block_dim_y = 1, int block_dim_z = 1,
          int ptx_arch = CUB_PTX_ARCH>
class BlockRadixSort {
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;
  static constexpr int kItems = kThreads * items;
  static constexpr int kBits = static_cast<int>(sizeof(Key)) * 8;

 public:
  struct TempStorage {
    detail::Places<Key, kItems> keys;
    detail::Places<Value, kItems> values;
  };
  BlockRadixSort() : BlockRadixSort(detail::private_storage<TempStorage>()) {}
  explicit BlockRadixSort(TempStorage& storage)
      : storage_(storage), rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

#define MUSASIM_SORT(name, descending, striped)                                                 \
  void name(Key(&keys)[items], int begin_bit = 0, int end_bit = kBits) {                        \
    NullType none[items];                                                                       \
    sort(keys, none, {descending, begin_bit, end_bit}, striped);                                \
  }                                                                                             \
  void name(Key(&keys)[items], Value(&values)[items], int begin_bit = 0, int end_bit = kBits) { \
    sort(keys, values, {descending, begin_bit, end_bit}, striped);                              \
  }
  MUSASIM_SORT(Sort, false, false)
  MUSASIM_SORT(SortDescending, true, false)
  MUSASIM_SORT(SortBlockedToStriped, false, true)
  MUSASIM_SORT(SortDescendingBlockedToStriped, true, true)
#undef MUSASIM_SORT

 private:
  template <class Carried>
  void sort(Key (&keys)[items], Carried (&values)[items], const detail::Order& order,
            bool striped) {
    constexpr bool kPairs = !std::is_same<Carried, NullType>::value;
    for (int i = 0; i < items; ++i) {
      storage_.keys[rank_ * items + i] = keys[i];
      if constexpr (kPairs) storage_.values[rank_ * items + i] = values[i];
    }
    detail::barrier();
    if (rank_ == 0) {
      Key* const all = &storage_.keys[0];
      Carried* carried = nullptr;
      if constexpr (kPairs) carried = &storage_.values[0];
      detail::sort_now<Key, Carried>(all, all, carried, carried, kItems, order);
    }
    detail::barrier();
    for (int i = 0; i < items; ++i) {
      const int place = striped ? rank_ + i * kThreads : rank_ * items + i;
      keys[i] = storage_.keys[place];
      if constexpr (kPairs) values[i] = storage_.values[place];
    }
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
