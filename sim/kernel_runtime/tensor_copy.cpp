// Copies of tiles between a tensor and shared memory, where a tile's elements lie one after the other, the first
// dimension fastest, before pieces are swizzled.
#include "musasim/device/tensor_copy.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "kernel_runtime/carrier.h"
#include "kernel_runtime/swizzle.h"
#include "musasim/device/shared_address.h"
#include "musasim/tensor_description.h"

namespace musasim::device::tensor {

namespace {

Swizzle swizzle_of(Pieces pieces) {
  return musasim::device::swizzle_of(pieces.size, pieces.stride, pieces.line);
}

char* swizzled(const Swizzle& swizzle, char* address) {
  return reinterpret_cast<char*>(swizzle.of(reinterpret_cast<std::uintptr_t>(address)));
}

const musasimTensorDescription& description_of(const Tile& tile) {
  const auto& tensor = *static_cast<const musasimTensorDescription*>(tile.description);
  if (tensor.mark == MUSASIM_TENSOR_MARK && tensor.rank == tile.rank) return tensor;
  std::fprintf(stderr,
               "musasim: %s: the description is none that muTensorDescriptorEncode() wrote for a "
               "tensor of %d dimensions\n",
               tile.name, tile.rank);
  fail_kernel(musaErrorLaunchFailure);
}

// An element of the tile: where it is in the tensor, which may be nowhere.
char* place_in(const musasimTensorDescription& tensor, const Tile& tile, const int (&index)[5]) {
  auto* place = static_cast<char*>(tensor.address);
  for (int i = 0; i < tile.rank; ++i) {
    const long long at = static_cast<long long>(tile.first[i]) + index[i];
    if (at < 0 || at > static_cast<long long>(tensor.last[i])) return nullptr;
    const long long stride =
        i == 0 ? tensor.element
               : static_cast<long long>(tensor.strides[i - 1]) * MUSASIM_TENSOR_STRIDE_UNIT;
    place += at * stride;
  }
  return place;
}

// copy(in the tensor, in shared memory) for all elements.
template <class Copy>
int for_each_element(const Tile& tile, const void* shared, Pieces pieces, Copy copy) {
  const musasimTensorDescription& tensor = description_of(tile);
  const Swizzle swizzle = swizzle_of(pieces);
  char* const first = shared_place(tile.name, shared);
  int count = 1;
  for (int i = 0; i < tile.rank; ++i) count *= tile.size[i];
  int index[5] = {};
  for (int number = 0; number < count; ++number) {
    copy(tensor, place_in(tensor, tile, index), swizzled(swizzle, first + number * tensor.element));
    for (int i = 0; i < tile.rank && ++index[i] == tile.size[i]; ++i) index[i] = 0;
  }
  return count * tensor.element;
}

// Pieces have 16 bytes at least.
template <class Copy>
void for_each_piece(const char* name, const void* shared, unsigned bytes, Pieces pieces,
                    Copy copy) {
  constexpr unsigned kPiece = 16;
  const Swizzle swizzle = swizzle_of(pieces);
  char* const first = shared_place(name, shared);
  for (unsigned at = 0; at < bytes; at += kPiece) {
    copy(at, swizzled(swizzle, first + at), std::min(kPiece, bytes - at));
  }
}

}  // namespace

int load(const Tile& tile, void* shared, Pieces pieces) {
  return for_each_element(tile, shared, pieces, [](const auto& tensor, const char* from, char* to) {
    std::memcpy(to, from == nullptr ? static_cast<const void*>(&tensor.fill) : from,
                tensor.element);
  });
}

void store(const Tile& tile, const void* shared, Pieces pieces) {
  for_each_element(tile, shared, pieces, [](const auto& tensor, char* to, const char* from) {
    if (to != nullptr) std::memcpy(to, from, tensor.element);
  });
}

void load_block(void* shared, const void* global, unsigned bytes, Pieces pieces) {
  for_each_piece("__musa_tme_ld_blk", shared, bytes, pieces,
                 [&](unsigned at, char* to, unsigned size) {
                   std::memcpy(to, static_cast<const char*>(global) + at, size);
                 });
}

void store_block(const void* shared, void* global, unsigned bytes, Pieces pieces) {
  for_each_piece("__musa_tme_st_blk", shared, bytes, pieces,
                 [&](unsigned at, const char* from, unsigned size) {
                   std::memcpy(static_cast<char*>(global) + at, from, size);
                 });
}

}  // namespace musasim::device::tensor
