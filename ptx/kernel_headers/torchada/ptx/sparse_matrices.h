// Matrices of which A has half of its numbers (mma.sp), and those with scales (kind::mxf8f6f4 ...).
#ifndef TORCHADA_PTX_SPARSE_MATRICES_H
#define TORCHADA_PTX_SPARSE_MATRICES_H

#include "matrices.h"

namespace torchada {
namespace ptx {

// The rows i and i + 8 of A that a lane has results of, and its two columns of B, whole: word 4 * g + x is that of the
// lane x of four in its register g.
template <int groups>
TORCHADA_PTX void gather_rows(const std::uint32_t* a, std::uint32_t (*rows)[4 * groups]) {
  const std::uint32_t quad = laneid() & ~3U;
  for (int word = 0; word < 4 * groups; ++word) {
    for (int half = 0; half < 2; ++half) {
      rows[half][word] = from_lane(kWholeWarp, a[word / 4 * 2 + half],
                                   quad + static_cast<std::uint32_t>(word % 4));
    }
  }
}
template <int groups>
TORCHADA_PTX void gather_columns(const std::uint32_t* b, std::uint32_t (*columns)[4 * groups]) {
  const std::uint32_t first = 4 * (laneid() % 4 * 2);
  for (int word = 0; word < 4 * groups; ++word) {
    const std::uint32_t lane = first + static_cast<std::uint32_t>(word % 4);
    columns[0][word] = from_lane(kWholeWarp, b[word / 4], lane);
    columns[1][word] = from_lane(kWholeWarp, b[word / 4], lane + 4);
  }
}

// Which numbers of a row are there: two bits for each (four for one of tf32, two for a pair of 4 bits). Of four lanes,
// the selector says which have them, where fewer are enough.
template <class Type, int k>
TORCHADA_PTX void gather_metadata(std::uint32_t own, std::uint32_t selector, std::uint64_t* rows) {
  constexpr int length = is_any<Type, _tf32> ? 2 * k : packed<Type> == 8 ? k / 2 : k;
  const std::uint32_t quad = laneid() & ~3U;
  std::uint32_t words[4];
  for (std::uint32_t x = 0; x < 4; ++x) words[x] = from_lane(kWholeWarp, own, quad + x);
  const std::uint32_t one = words[selector & 3], low = words[2 * selector & 3],
                      high = words[(2 * selector + 1) & 3];
  if constexpr (length == 16) {
    rows[0] = one & 0xffffU;
    rows[1] = one >> 16;
  } else if constexpr (length == 32 && packed<Type> <= 2) {
    rows[0] = (low & 0xffffU) | high << 16;
    rows[1] = low >> 16 | (high & 0xffff0000U);
  } else if constexpr (length == 32) {
    rows[0] = low;
    rows[1] = high;
  } else {
    static_assert(length == 64, "the shape is not known");
    rows[0] = words[0] | static_cast<std::uint64_t>(words[2]) << 32;
    rows[1] = words[1] | static_cast<std::uint64_t>(words[3]) << 32;
  }
}
// Where the i-th number that is there stands in its row.
template <class Type>
TORCHADA_PTX int position(std::uint64_t metadata, int i) {
  if constexpr (is_any<Type, _tf32>) {
    return 2 * i + static_cast<int>(metadata >> (4 * i + 1) & 1);
  } else if constexpr (packed<Type> == 8) {
    return 8 * (i / 4) + 2 * static_cast<int>(metadata >> (i & ~1) & 3) + i % 2;
  } else {
    return 4 * (i / 2) + static_cast<int>(metadata >> (2 * i) & 3);
  }
}

// Scales of a row or column, one for each block of k; without them, none.
template <int count>
struct Scales {
  float rows[2][count];
  float columns[2][count];
};
template <>
struct Scales<0> {};
template <class Number, int k, int blocks>
TORCHADA_PTX void add_scaled(Number& sum, Number a, Number b, int at, int half, int column,
                             const Scales<blocks>& scales) {
  if constexpr (blocks == 0) {
    accumulate(sum, a, b);
  } else {
    const int block = at * blocks / k;
    accumulate(sum, a * scales.rows[half][block], b * scales.columns[column][block]);
  }
}

// Adds A * B to a lane's four numbers. `metadata` is of the two rows of a sparse A.
template <class Left, class Right, int k, bool is_sparse, int blocks, class Number>
TORCHADA_PTX void multiply_whole(const std::uint32_t* a, const std::uint32_t* b,
                                 const std::uint64_t* metadata, const Scales<blocks>& scales,
                                 Number* sums) {
  constexpr int there = is_sparse ? k / 2 : k;
  constexpr int row_groups = there / (4 * packed<Left>), column_groups = k / (4 * packed<Right>);
  std::uint32_t rows[2][4 * row_groups], columns[2][4 * column_groups];
  gather_rows<row_groups>(a, rows);
  gather_columns<column_groups>(b, columns);
  for (int i = 0; i < there; ++i) {
    for (int half = 0; half < 2; ++half) {
      const int at = is_sparse ? position<Left>(metadata[half], i) : i;
      for (int column = 0; column < 2; ++column) {
        const auto left = element_of<Left>(rows[half], i);
        const auto right = element_of<Right>(columns[column], at);
        if constexpr (blocks == 0) {
          accumulate(sums[2 * half + column], left, right);
        } else {
          add_scaled<Number, k>(sums[2 * half + column], left, right, at, half, column, scales);
        }
      }
    }
  }
}

// The one name has two meanings: e2m1 stands alone in its byte where other types could be there, too.
template <class Type, class... M>
using NumberIn = std::conditional_t<std::is_same<Type, _e2m1>::value &&
                                        !(has<_kind_f8f6f4, M...> || has<_kind_mxf8f6f4, M...>),
                                    PackedE2m1, Type>;

template <bool is_sparse, class Shape, class... M, int blocks, class D, class A, class B, class C>
TORCHADA_PTX void mma_whole(D&& d, A a, B b, C c, std::uint32_t own, std::uint32_t selector,
                            const Scales<blocks>& scales) {
  needs_warps_of_32("mma.sync");
  using Left = NumberIn<NthType<1, M...>, M...>;
  using Right = NumberIn<NthType<2, M...>, M...>;
  constexpr int k = Shape::k;
  std::uint32_t lefts[(is_sparse ? k / 2 : k) / (2 * packed<Left>)],
      rights[k / (4 * packed<Right>)];
  get_array(a, lefts);
  get_array(b, rights);
  SumOf<Left> sums[4];
  begin_sums<NthType<3, M...>, 4>(c, sums);
  std::uint64_t metadata[2] = {0, 0};
  if constexpr (is_sparse) gather_metadata<Left, k>(own, selector, metadata);
  multiply_whole<Left, Right, k, is_sparse>(lefts, rights, metadata, scales, sums);
  end_sums<NthType<0, M...>, 4, M...>(d, sums);
}

template <class... M, class D, class A, class B, class C, class E, class F>
TORCHADA_PTX void mma_sp_sync(D&& d, A a, B b, C c, E metadata, F selector) {
  std::uint32_t own[1];
  get_all(metadata, own);
  mma_whole<true, M...>(d, a, b, c, own[0], value<std::uint32_t>(selector), Scales<0>{});
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void mma_kind(D&& d, A a, B b, C c) {
  mma_whole<false, M...>(d, a, b, c, 0, 0, Scales<0>{});
}

// A scale's byte as a number.
template <class Type>
TORCHADA_PTX float scale_of(std::uint32_t byte) {
  if constexpr (std::is_same<Type, _ue8m0>::value)
    return large<_ue8m0x2>(byte);
  else
    return large<_e4m3x2>(byte & 0x7fU);
}
// Scales of the rows i and i + 8 are in two lanes of four, those of a column in one; which, says `place`, behind the first
// byte that counts.
template <class Type, int count, class A, class Pair, class B, class OtherPair>
TORCHADA_PTX Scales<count> gather_scales(const A& a, const Pair& at, const B& b,
                                         const OtherPair& other_at) {
  std::uint32_t rows[1], columns[1], place[2], other_place[2];
  get_array(a, rows);
  get_array(b, columns);
  get_array(at, place);
  get_array(other_at, other_place);
  const std::uint32_t quad = laneid() & ~3U, first = laneid() % 4 * 2;
  Scales<count> scales;
  for (std::uint32_t one = 0; one < 2; ++one) {
    const std::uint32_t row =
        from_lane(kWholeWarp, rows[0], quad + 2 * (place[1] & 1) + one) >> (8 * (place[0] & 3));
    const std::uint32_t column =
        from_lane(kWholeWarp, columns[0], 4 * (first + one) + (other_place[1] & 3)) >>
        (8 * (other_place[0] & 3));
    for (int block = 0; block < count; ++block) {
      scales.rows[one][block] = scale_of<Type>(row >> (8 * block) & 0xffU);
      scales.columns[one][block] = scale_of<Type>(column >> (8 * block) & 0xffU);
    }
  }
  return scales;
}
template <class... M>
inline constexpr int blocks_of = has<_scale_vec_4X, M...>   ? 4
                                 : has<_scale_vec_2X, M...> ? 2
                                                            : 1;

template <class... M, class D, class A, class B, class C, class S, class At, class T, class OtherAt>
TORCHADA_PTX void mma_scaled(D&& d, A a, B b, C c, S rows, At at, T columns, OtherAt other_at) {
  const auto scales = gather_scales<NthType<4, M...>, blocks_of<M...>>(rows, at, columns, other_at);
  mma_whole<false, M...>(d, a, b, c, 0, 0, scales);
}
template <class... M, class D, class A, class B, class C, class E, class F, class S, class At,
          class T, class OtherAt>
TORCHADA_PTX void mma_scaled_sp(D&& d, A a, B b, C c, E metadata, F selector, S rows, At at,
                                T columns, OtherAt other_at) {
  const auto scales = gather_scales<NthType<4, M...>, blocks_of<M...>>(rows, at, columns, other_at);
  std::uint32_t own[1];
  get_all(metadata, own);
  mma_whole<true, M...>(d, a, b, c, own[0], value<std::uint32_t>(selector), scales);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_SPARSE_MATRICES_H
