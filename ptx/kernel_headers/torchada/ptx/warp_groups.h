// Matrices of a warp group, four warps (wgmma). B, and A where it is not in registers, are in shared memory; a descriptor says
// how. Each thread reads what its own results need, at once. That is correct, and slow.
#ifndef TORCHADA_PTX_WARP_GROUPS_H
#define TORCHADA_PTX_WARP_GROUPS_H

#include "named_barriers.h"
#include "sparse_matrices.h"

namespace torchada {
namespace ptx {

// A matrix in shared memory: its first byte, two distances, and how 16 bytes are exchanged in rows of `width` bytes.
struct Stored {
  const char* memory;  // at `begin`
  std::uint32_t begin;
  std::uint32_t leading;
  std::uint32_t stride;
  std::uint32_t width;
  std::uint32_t phase;
};
// A descriptor has 18 bits of an address; all further ones are those of where the block's own memory begins.
TORCHADA_PTX std::uint32_t upper_bits() {
  extern __shared__ unsigned char torchada_ptx_memory[];
  return static_cast<std::uint32_t>(shared_address(torchada_ptx_memory)) & ~0x3ffffU;
}
TORCHADA_PTX Stored stored_matrix(std::uint64_t descriptor) {
  const auto field = [descriptor](int at) {
    return static_cast<std::uint32_t>(descriptor >> at & 0x3fffU) << 4;
  };
  const auto mode = static_cast<std::uint32_t>(descriptor >> 62);
  const std::uint32_t begin = upper_bits() | field(0);
  return {shared_pointer(begin),
          begin,
          field(16),
          field(32),
          mode == 0 ? 16U : 256U >> mode,
          static_cast<std::uint32_t>(descriptor >> 49 & 7U)};
}

// Where the number `k` of `line` begins, a line being a row of A or a column of B: lines lie one after the other, or, where
// `is_across`, numbers with the same k.
template <bool is_across>
TORCHADA_PTX std::uint32_t byte_of(const Stored& matrix, std::uint32_t line, std::uint32_t k,
                                   std::uint32_t size) {
  const std::uint32_t along = (is_across ? line : k) * size, across = is_across ? k : line;
  std::uint32_t at = matrix.begin + along % 16 + across % 8 * matrix.width;
  const std::uint32_t wide = matrix.width, piece = along / 16;
  if (wide == 16) {
    at += is_across ? piece * matrix.stride + across / 8 * matrix.leading
                    : piece * matrix.leading + across / 8 * matrix.stride;
  } else {
    at += along % wide / 16 * 16 + along / wide * matrix.leading + across / 8 * matrix.stride;
  }
  return at ^ (((at >> 7) - matrix.phase) & (wide / 16 - 1)) << 4;
}

template <class Type>
inline constexpr std::uint32_t bytes_of = is_any<Type, _tf32> ? 4
                                          : is_half<Type>     ? 2
                                                              : 1;

template <class Type, bool is_across>
TORCHADA_PTX auto stored_number(const Stored& matrix, std::uint32_t line, std::uint32_t k) {
  using Raw =
      std::conditional_t<bytes_of<Type> == 4, std::uint32_t,
                         std::conditional_t<bytes_of<Type> == 2, std::uint16_t, std::uint8_t>>;
  const std::uint32_t byte = byte_of<is_across>(matrix, line, k, bytes_of<Type>);
  const char* const at = matrix.memory + static_cast<std::int32_t>(byte - matrix.begin);
  return element<Type>(static_cast<std::uint32_t>(*reinterpret_cast<const volatile Raw*>(at)), 0);
}

// The rows i and i + 8 of its warp's 16 that a thread has results of.
template <class Type, int count, bool is_across, class A, class Number>
TORCHADA_PTX void read_rows(const A& a, Number (*rows)[count]) {
  if constexpr (IsParts<A>::value) {
    constexpr int groups = count / (4 * packed<Type>);
    std::uint32_t own[2 * groups], words[2][4 * groups];
    get_all(a, own);
    gather_rows<groups>(own, words);
    for (int half = 0; half < 2; ++half) {
      for (int k = 0; k < count; ++k) rows[half][k] = element_of<Type>(words[half], k);
    }
  } else {
    const Stored matrix = stored_matrix(value<std::uint64_t>(a));
    const std::uint32_t row = warpid() % 4 * 16 + laneid() / 4;
    for (std::uint32_t k = 0; k < count; ++k) {
      rows[0][k] = stored_number<Type, is_across>(matrix, row, k);
      rows[1][k] = stored_number<Type, is_across>(matrix, row + 8, k);
    }
  }
}

// The results of a thread in the columns 2 * j and 2 * j + 1 of each eight; signs are 1 or -1.
template <class Type, bool is_sparse, bool is_across, int n, int count, class Number, class Sum>
TORCHADA_PTX void multiply_rows(const Number (*rows)[count], const Stored& right,
                                const std::uint64_t* metadata, int sign, Sum* sums) {
  for (std::uint32_t at = 0; at < n / 4; ++at) {
    const std::uint32_t column = at / 2 * 8 + laneid() % 4 * 2 + at % 2;
    Sum* const own = sums + at / 2 * 4 + at % 2;
    for (int i = 0; i < count; ++i) {
      for (int half = 0; half < 2; ++half) {
        const int k = is_sparse ? position<Type>(metadata[half], i) : i;
        const auto number =
            stored_number<Type, is_across>(right, column, static_cast<std::uint32_t>(k));
        accumulate(own[2 * half], rows[half][i] * static_cast<Number>(sign), number);
      }
    }
  }
}

template <class Left, class Right, bool is_sparse, bool is_across_a, bool is_across_b, class Shape,
          class A, class Sum>
TORCHADA_PTX void multiply_group(const A& a, std::uint64_t b, std::uint32_t own,
                                 std::uint32_t selector, int sign, Sum* sums) {
  constexpr int count = is_sparse ? Shape::k / 2 : Shape::k;
  using Number = decltype(element<Left>(0U, 0));
  Number rows[2][count];
  read_rows<Left, count, is_across_a>(a, rows);
  std::uint64_t metadata[2] = {0, 0};
  if constexpr (is_sparse) gather_metadata<Left, Shape::k>(own, selector, metadata);
  multiply_rows<Right, is_sparse, is_across_b, Shape::n>(rows, stored_matrix(b), metadata, sign,
                                                         sums);
}

// Signs of A and B, and whether they are stored across: all of them may be missing, and of A in registers the third is
// of B. Only numbers of 16 bits may be stored across.
template <bool is_sparse, class Shape, class... M, class D, class A, class B, class P>
TORCHADA_PTX void wgmma_any(D&& d, const A& a, B b, std::uint32_t own, std::uint32_t selector,
                            P adds, int sign, int across_a, int across_b) {
  needs_warps_of_32("wgmma.mma_async");
  using To = NthType<0, M...>;
  using Left = NthType<1, M...>;
  using Right = NthType<2, M...>;
  constexpr int numbers = Shape::n / 2;
  SumOf<Left> sums[numbers];
  begin_sums<To, numbers>(d, sums);
  if (!value<bool>(adds)) {
    for (int k = 0; k < numbers; ++k) sums[k] = 0;
  }
  const auto descriptor = value<std::uint64_t>(b);
#define TORCHADA_PTX_GROUP(a_is, b_is)                                                          \
  multiply_group<Left, Right, is_sparse, a_is, b_is, Shape>(a, descriptor, own, selector, sign, \
                                                            sums)
  if constexpr (is_half<Left>) {
    if (across_a != 0 && across_b != 0) TORCHADA_PTX_GROUP(true, true);
    if (across_a != 0 && across_b == 0) TORCHADA_PTX_GROUP(true, false);
    if (across_a == 0 && across_b != 0) TORCHADA_PTX_GROUP(false, true);
    if (across_a == 0 && across_b == 0) TORCHADA_PTX_GROUP(false, false);
  } else {
    TORCHADA_PTX_GROUP(false, false);
  }
#undef TORCHADA_PTX_GROUP
  end_sums<To, numbers, M...>(d, sums);
}
template <class... M, class D, class A, class B, class P>
TORCHADA_PTX void wgmma_mma_async(D&& d, A a, B b, P adds, int sign_a = 1, int sign_b = 1,
                                  int third = 0, int fourth = 0) {
  constexpr bool in_registers = IsParts<A>::value;
  wgmma_any<false, M...>(d, a, b, 0, 0, adds, sign_a * sign_b, in_registers ? 0 : third,
                         in_registers ? third : fourth);
}
template <class... M, class D, class A, class B, class E, class F, class P>
TORCHADA_PTX void wgmma_mma_async_sp(D&& d, A a, B b, E metadata, F selector, P adds,
                                     int sign_a = 1, int sign_b = 1, int third = 0,
                                     int fourth = 0) {
  constexpr bool in_registers = IsParts<A>::value;
  wgmma_any<true, M...>(d, a, b, value<std::uint32_t>(metadata), value<std::uint32_t>(selector),
                        adds, sign_a * sign_b, in_registers ? 0 : third,
                        in_registers ? third : fourth);
}

template <class... M>
TORCHADA_PTX void wgmma_fence() {
  keep_order();
}
template <class... M>
TORCHADA_PTX void wgmma_commit_group() {}
// Products are done when all four warps have done theirs.
template <class... M, class N>
TORCHADA_PTX void wgmma_wait_group(N) {
  const std::uint32_t group = kFirstOfGroups + warpid() / 4;
  wait_at(group, arrive_at(group, 128));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_WARP_GROUPS_H
