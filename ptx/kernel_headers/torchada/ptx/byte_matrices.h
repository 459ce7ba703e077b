// Matrices of bytes between shared memory and the lanes of a warp. No GPU that has them was there to compare with.
#ifndef TORCHADA_PTX_BYTE_MATRICES_H
#define TORCHADA_PTX_BYTE_MATRICES_H

#include "matrices.h"

namespace torchada {
namespace ptx {

// Each matrix has 16 rows of 16 bytes, whose addresses 16 lanes have. Lane 4 * i + j gets the rows 4 * j to 4 * j + 3 of
// the columns i and i + 8.
template <class... M, class D, class A>
TORCHADA_PTX void ldmatrix_bytes(D&& d, A address) {
  needs_warps_of_32("ldmatrix");
  constexpr int count = size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>>;
  const std::uint32_t column = laneid() / 4, row = laneid() % 4 * 4;
  std::uint32_t results[count] = {};
  for (int m = 0; m < count; ++m) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t lane = static_cast<std::uint32_t>(m / 2 * 16) + row + k;
      const auto* const from = reinterpret_cast<const std::uint8_t*>(place_of_lane(address, lane));
      const std::uint32_t byte = from[column + static_cast<std::uint32_t>(m % 2 * 8)];
      results[m] |= byte << (8 * k);
    }
  }
  sync_lanes(kAllLanes);
  put_all(d, results);
}

// Rows of 16 numbers of 4 or 6 bits, and what fills 16 bytes; each number gets a byte.
template <class... M, class D, class A>
TORCHADA_PTX void ldmatrix_packed(D&& d, A address) {
  needs_warps_of_32("ldmatrix");
  constexpr int count = size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>>;
  constexpr std::uint32_t size = has<_b4x16_p64, M...> ? 4 : 6;
  const std::uint32_t row = laneid() / 4, first = laneid() % 4 * 4;
  std::uint32_t results[count] = {};
  for (int m = 0; m < count; ++m) {
    const std::uint32_t lane = static_cast<std::uint32_t>(8 * m) + row;
    const auto* const from = reinterpret_cast<const std::uint8_t*>(place_of_lane(address, lane));
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t bit = (first + k) * size;
      const std::uint32_t both = from[bit / 8] | static_cast<std::uint32_t>(from[bit / 8 + 1]) << 8;
      results[m] |= (both >> (bit % 8) & ((1U << size) - 1)) << (8 * k);
    }
  }
  sync_lanes(kAllLanes);
  put_all(d, results);
}

// Each matrix has 8 rows of 16 bytes in memory. Lane 4 * i + j has the rows 2 * j and 2 * j + 1 of the columns i and i + 8.
template <class... M, class A, class From>
TORCHADA_PTX void stmatrix_bytes(A address, From from) {
  needs_warps_of_32("stmatrix");
  constexpr int count = size_of_parts<From>;
  const std::uint32_t column = laneid() / 4, row = laneid() % 4 * 2;
  std::uint32_t values[count];
  get_all(from, values);
  for (int m = 0; m < count; ++m) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t lane = static_cast<std::uint32_t>(8 * m) + row + k % 2;
      auto* const to = reinterpret_cast<std::uint8_t*>(place_of_lane(address, lane));
      to[column + k / 2 * 8] = static_cast<std::uint8_t>(values[m] >> (8 * k));
    }
  }
  sync_lanes(kAllLanes);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_BYTE_MATRICES_H
