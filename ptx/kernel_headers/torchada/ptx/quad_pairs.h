// mma.sync.m8n8k4 of f16: four products at once, each by two times four lanes (0 to 3 with 16 to 19, and so on).
#ifndef TORCHADA_PTX_QUAD_PAIRS_H
#define TORCHADA_PTX_QUAD_PAIRS_H

#include "elements.h"

namespace torchada {
namespace ptx {

// Of a matrix whose rows (columns of B) 0 to 3 are the lower lanes', 4 to 7 the upper ones': the number at `k` of `line`.
// A lane holds one line, or where `is_across` one number of each of four lines.
template <bool is_across>
TORCHADA_PTX float number_of_quads(const std::uint32_t* own, std::uint32_t line, std::uint32_t k) {
  const std::uint32_t in_quad = is_across ? k : line % 4;
  const std::uint32_t at = is_across ? line % 4 : k;
  const std::uint32_t lane = (laneid() & 12U) + 16 * (line / 4) + in_quad;
  const std::uint32_t low = from_lane(kWholeWarp, own[0], lane);
  const std::uint32_t high = from_lane(kWholeWarp, own[1], lane);
  return element<_f16>(at < 2 ? low : high, static_cast<int>(at % 2));
}

// How A and B are stored, and the types of D, A, B and C.
template <class RowsOfA, class RowsOfB, class... M, class D, class A, class B, class C>
TORCHADA_PTX void mma_quads(D&& d, A a, B b, C c) {
  needs_warps_of_32("mma.sync");
  using To = NthType<0, M...>;
  std::uint32_t lefts[2], rights[2];
  get_array(a, lefts);
  get_array(b, rights);
  float sums[8];
  begin_sums<NthType<3, M...>, 8>(c, sums);
  const std::uint32_t upper = laneid() / 16 * 4;
  for (std::uint32_t i = 0; i < 8; ++i) {
    std::uint32_t row = upper + laneid() % 4, column = i;
    if constexpr (std::is_same<To, _f32>::value) {
      row = upper + (laneid() & 1) + (i & 2);
      column = (i & 4) + (laneid() & 2) + (i & 1);
    }
    for (std::uint32_t k = 0; k < 4; ++k) {
      accumulate(sums[i], number_of_quads<std::is_same<RowsOfA, _col>::value>(lefts, row, k),
                 number_of_quads<std::is_same<RowsOfB, _row>::value>(rights, column, k));
    }
  }
  end_sums<To, 8>(d, sums);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_QUAD_PAIRS_H
