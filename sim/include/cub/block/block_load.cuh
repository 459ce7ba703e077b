// cub::BlockLoad, and the functions that it is made of.
#pragma once

#include "cub/block/block_exchange.cuh"
#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

// Items of a thread stand together (blocked), or as far apart as there are threads (striped).
template <class T, int items, class Iterator>
void LoadDirectBlocked(int thread, Iterator source, T (&values)[items]) {
  for (int i = 0; i < items; ++i) values[i] = source[thread * items + i];
}
template <class T, int items, class Iterator>
void LoadDirectBlocked(int thread, Iterator source, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    if (thread * items + i < valid_items) values[i] = source[thread * items + i];
  }
}
template <class T, class Default, int items, class Iterator>
void LoadDirectBlocked(int thread, Iterator source, T (&values)[items], int valid_items,
                       Default otherwise) {
  for (int i = 0; i < items; ++i) values[i] = otherwise;
  LoadDirectBlocked(thread, source, values, valid_items);
}
template <int threads, class T, int items, class Iterator>
void LoadDirectStriped(int thread, Iterator source, T (&values)[items]) {
  for (int i = 0; i < items; ++i) values[i] = source[thread + i * threads];
}
template <int threads, class T, int items, class Iterator>
void LoadDirectStriped(int thread, Iterator source, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    if (thread + i * threads < valid_items) values[i] = source[thread + i * threads];
  }
}
template <int threads, class T, class Default, int items, class Iterator>
void LoadDirectStriped(int thread, Iterator source, T (&values)[items], int valid_items,
                       Default otherwise) {
  for (int i = 0; i < items; ++i) values[i] = otherwise;
  LoadDirectStriped<threads>(thread, source, values, valid_items);
}

// Vectors are for speed; the items are the same.
template <class T, int items>
void LoadDirectBlockedVectorized(int thread, T* source, T (&values)[items]) {
  LoadDirectBlocked(thread, source, values);
}
// Items of a thread are as far apart as its warp has threads, and those of a warp stand together.
template <class T, int items, class Iterator>
void LoadDirectWarpStriped(int thread, Iterator source, T (&values)[items]) {
  for (int i = 0; i < items; ++i) values[i] = source[detail::warp_striped(thread, i, items)];
}
template <class T, int items, class Iterator>
void LoadDirectWarpStriped(int thread, Iterator source, T (&values)[items], int valid_items) {
  for (int i = 0; i < items; ++i) {
    const int place = detail::warp_striped(thread, i, items);
    if (place < valid_items) values[i] = source[place];
  }
}
template <class T, class Default, int items, class Iterator>
void LoadDirectWarpStriped(int thread, Iterator source, T (&values)[items], int valid_items,
                           Default otherwise) {
  for (int i = 0; i < items; ++i) values[i] = otherwise;
  LoadDirectWarpStriped(thread, source, values, valid_items);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int block_dim_x, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT,
          int block_dim_y = 1, int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockLoad {
 public:
  using TempStorage = detail::NoStorage;
  BlockLoad() : rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}
  explicit BlockLoad(TempStorage&) : BlockLoad() {}

  // Further arguments: how many items are valid, and the value of the others.
  template <class Iterator, class... Rest>
  void Load(Iterator source, T (&values)[items], Rest... rest) {
    if constexpr (algorithm == BLOCK_LOAD_STRIPED) {
      LoadDirectStriped<block_dim_x * block_dim_y * block_dim_z>(rank_, source, values, rest...);
    } else {
      LoadDirectBlocked(rank_, source, values, rest...);
    }
  }

 private:
  int rank_;
};

}  // namespace cub
