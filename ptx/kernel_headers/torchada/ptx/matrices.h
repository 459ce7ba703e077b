// Matrices that the lanes of a warp hold together. Each 8x8 matrix of 16 bits is spread over the lanes: lane 4 * i + j has the
// numbers 2 * j and 2 * j + 1 of row i.
#ifndef TORCHADA_PTX_MATRICES_H
#define TORCHADA_PTX_MATRICES_H

#include "elements.h"
#include "memory.h"

namespace torchada {
namespace ptx {

// The address that another lane gives.
template <class A>
TORCHADA_PTX char* place_of_lane(A address, std::uint32_t lane) {
  if constexpr (sizeof(A) == 4) {
    return place<_shared>(from_lane(kWholeWarp, value<std::uint32_t>(address), lane));
  } else {
    const std::uint64_t own = value<std::uint64_t>(address);
    const std::uint64_t low = from_lane(kWholeWarp, static_cast<std::uint32_t>(own), lane);
    const std::uint64_t high = from_lane(kWholeWarp, static_cast<std::uint32_t>(own >> 32), lane);
    if constexpr (std::is_pointer<A>::value)
      return reinterpret_cast<char*>(high << 32 | low);
    else
      return place<_shared>(high << 32 | low);
  }
}

// Lane 8 * m + i has the address of row i of the matrix m.
template <class... M, class D, class A>
TORCHADA_PTX void ldmatrix_sync(D&& d, A address) {
  needs_warps_of_32("ldmatrix");
  constexpr int count = size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>>;
  const std::uint32_t row = laneid() / 4, pair = laneid() % 4;
  std::uint32_t results[count];
  for (int m = 0; m < count; ++m) {
    const auto first = static_cast<std::uint32_t>(8 * m);
    if constexpr (has<_trans, M...>) {
      const char* const upper = place_of_lane(address, first + 2 * pair);
      const char* const lower = place_of_lane(address, first + 2 * pair + 1);
      const std::uint32_t low = reinterpret_cast<const std::uint16_t*>(upper)[row];
      const std::uint32_t high = reinterpret_cast<const std::uint16_t*>(lower)[row];
      results[m] = high << 16 | low;
    } else {
      results[m] =
          reinterpret_cast<const std::uint32_t*>(place_of_lane(address, first + row))[pair];
    }
  }
  sync_lanes(kAllLanes);
  put_all(d, results);
}

template <class... M, class A, class From>
TORCHADA_PTX void stmatrix_sync(A address, From from) {
  needs_warps_of_32("stmatrix");
  constexpr int count = size_of_parts<From>;
  const std::uint32_t row = laneid() / 4, pair = laneid() % 4;
  std::uint32_t values[count];
  get_array(from, values);
  for (int m = 0; m < count; ++m) {
    const auto first = static_cast<std::uint32_t>(8 * m);
    if constexpr (has<_trans, M...>) {
      char* const upper = place_of_lane(address, first + 2 * pair);
      char* const lower = place_of_lane(address, first + 2 * pair + 1);
      reinterpret_cast<std::uint16_t*>(upper)[row] = static_cast<std::uint16_t>(values[m]);
      reinterpret_cast<std::uint16_t*>(lower)[row] = static_cast<std::uint16_t>(values[m] >> 16);
    } else {
      reinterpret_cast<std::uint32_t*>(place_of_lane(address, first + row))[pair] = values[m];
    }
  }
  sync_lanes(kAllLanes);
}

template <class... M, class D, class A>
TORCHADA_PTX void movmatrix_sync(D&& d, A a) {
  needs_warps_of_32("movmatrix");
  const std::uint32_t own = value<std::uint32_t>(a);
  const std::uint32_t column = laneid() / 4, pair = laneid() % 4;
  const std::uint32_t upper = from_lane(kWholeWarp, own, 8 * pair + column / 2);
  const std::uint32_t lower = from_lane(kWholeWarp, own, 8 * pair + 4 + column / 2);
  const std::uint32_t by = column % 2 * 16;
  put(d, (upper >> by & 0xffffU) | (lower >> by & 0xffffU) << 16);
}

// A register of A by one of B.
template <class Left, class Right, class... M, class Word, class Number>
TORCHADA_PTX void add_products(Number& sum, Word left, Word right) {
  if constexpr (std::is_same<Left, _b1>::value) {
    sum += __popc(has<_xor, M...> ? left ^ right : left & right);
  } else {
    for (int k = 0; k < packed<Left>; ++k) {
      accumulate(sum, element<Left>(left, k), element<Right>(right, k));
    }
  }
}

// Adds A * B to the four numbers (two where A has 8 rows) that the lane has of the result: rows i and i + 8, columns
// 2 * j and 2 * j + 1. Row i of A is in the four lanes 4 * i + x, column c of B in the lanes 4 * c + x.
// No part of its callers: kernels have hundreds of products, which took nvcc minutes for one of flash-attention's.
template <class Left, class Right, int halves, int groups, class... M, class Word, class Number>
__device__ __noinline__ void multiply_matrices(const Word* a, const Word* b, Number* sums) {
  const std::uint32_t quad = laneid() & ~3U, column = laneid() % 4 * 2;
  for (int group = 0; group < groups; ++group) {
    for (std::uint32_t x = 0; x < 4; ++x) {
      Word left[halves], right[2];
      for (int half = 0; half < halves; ++half) {
        left[half] = from_lane(kWholeWarp, a[group * halves + half], quad + x);
      }
      right[0] = from_lane(kWholeWarp, b[group], 4 * column + x);
      right[1] = from_lane(kWholeWarp, b[group], 4 * column + 4 + x);
      for (int one = 0; one < 2 * halves; ++one) {
        add_products<Left, Right, M...>(sums[one], left[one / 2], right[one % 2]);
      }
    }
  }
}

// Words: the shape, row, col, and the types of D, A, B and C.
template <class Shape, class... M, class D, class A, class B, class C>
TORCHADA_PTX void mma_sync(D&& d, A a, B b, C c) {
  needs_warps_of_32("mma.sync");
  using To = NthType<0, M...>;
  using Left = NthType<1, M...>;
  using Right = NthType<2, M...>;
  using Word = std::conditional_t<is_any<Left, _f64>, std::uint64_t, std::uint32_t>;
  constexpr int halves = Shape::m / 8;
  constexpr int groups = Shape::k / (4 * packed<Left>);
  Word lefts[halves * groups], rights[groups];
  get_array(a, lefts);
  get_array(b, rights);
  SumOf<Left> sums[2 * halves];
  begin_sums<NthType<3, M...>, 2 * halves>(c, sums);
  multiply_matrices<Left, Right, halves, groups, M...>(lefts, rights, sums);
  end_sums<To, 2 * halves, M...>(d, sums);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_MATRICES_H
