// The engine that copies tiles of tensors between global and shared memory (devices of capability 3.1). A copy is done
// when the function returns, which is as early as may be; its bytes are counted at the barrier that the load names.
#pragma once

#include "musasim/device/async_barrier.h"

namespace musasim::device::tensor {

struct Tile {
  const char* name;
  const void* description;  // as muTensorDescriptorEncode() writes it
  int rank;
  int size[5];  // elements
  int first[5];
};

struct Pieces {
  int size, stride, line;  // the operands of these functions, of a swizzled tile
};

// The bytes of the tile; the part outside of the tensor is filled, and not stored.
MUSASIM_DEVICE_API int load(const Tile& tile, void* shared, Pieces pieces);
MUSASIM_DEVICE_API void store(const Tile& tile, const void* shared, Pieces pieces);

MUSASIM_DEVICE_API void load_block(void* shared, const void* global, unsigned bytes, Pieces pieces);
MUSASIM_DEVICE_API void store_block(const void* shared, void* global, unsigned bytes,
                                    Pieces pieces);

// The sizes and the places are vectors, or numbers where the tensor has one dimension.
template <int kRank, class Numbers>
Tile tile_of(const char* name, unsigned long long description, const Numbers& size,
             const Numbers& first) {
  Tile tile{name, reinterpret_cast<const void*>(description), kRank, {}, {}};
  if constexpr (kRank == 1) {
    tile.size[0] = static_cast<int>(size);
    tile.first[0] = static_cast<int>(first);
  } else {
    for (int i = 0; i < kRank; ++i) {
      tile.size[i] = static_cast<int>(size[i]);
      tile.first[i] = static_cast<int>(first[i]);
    }
  }
  return tile;
}

}  // namespace musasim::device::tensor

// Further operands are hints for caches, which newer compilers have: how much is fetched beyond, how long lines stay.
#define MUSASIM_TENSOR_COPY(rank)                                                               \
  template <class Numbers, class... Hints>                                                      \
  inline void __musa_tme_ld_tile_##rank##d(                                                     \
      unsigned barrier, void* shared, unsigned long long description, const Numbers& size,      \
      const Numbers& first, int pieces, int stride, int line, int prefetch, Hints...) {         \
    (void)prefetch;                                                                             \
    const auto tile = ::musasim::device::tensor::tile_of<rank>("__musa_tme_ld_tile_" #rank "d", \
                                                               description, size, first);       \
    const int bytes = ::musasim::device::tensor::load(tile, shared, {pieces, stride, line});    \
    ::musasim::device::async_barrier(barrier).bytes_came(bytes);                                \
  }                                                                                             \
  template <class Numbers, class... Hints>                                                      \
  inline void __musa_tme_st_##rank##d(const void* shared, unsigned long long description,       \
                                      const Numbers& size, const Numbers& first, int pieces,    \
                                      int stride, int line, Hints...) {                         \
    const auto tile = ::musasim::device::tensor::tile_of<rank>("__musa_tme_st_" #rank "d",      \
                                                               description, size, first);       \
    ::musasim::device::tensor::store(tile, shared, {pieces, stride, line});                     \
  }                                                                                             \
  template <class... Hints>                                                                     \
  inline void __musa_tme_tile_prefetch_only_##rank##d(unsigned long long, const Hints&...) {}
MUSASIM_TENSOR_COPY(1)
MUSASIM_TENSOR_COPY(2)
MUSASIM_TENSOR_COPY(3)
MUSASIM_TENSOR_COPY(4)
MUSASIM_TENSOR_COPY(5)
#undef MUSASIM_TENSOR_COPY

template <class... Hints>
inline void __musa_tme_ld_blk(void* shared, const void* global, unsigned bytes, unsigned barrier,
                              int pieces, int stride, int line, int prefetch, Hints...) {
  (void)prefetch;
  ::musasim::device::tensor::load_block(shared, global, bytes, {pieces, stride, line});
  ::musasim::device::async_barrier(barrier).bytes_came(bytes);
}
template <class... Hints>
inline void __musa_tme_st_blk(const void* shared, void* global, unsigned bytes, int pieces,
                              int stride, int line, Hints...) {
  ::musasim::device::tensor::store_block(shared, global, bytes, {pieces, stride, line});
}

inline void __musa_tme_store_commit() {}
inline void __musa_tme_store_read_wait() {}
inline void __musa_tme_idf_l2() { __threadfence_system(); }
inline void __musa_prefetch_only(const void*) {}
