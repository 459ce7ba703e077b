// wmma: matrices that a warp loads, multiplies and stores. PTX leaves open which lane has which numbers; here they are
// blocks of eight rows or columns, spread as mma.sync has them. Fragments of f16 repeat their registers.
#ifndef TORCHADA_PTX_WMMA_H
#define TORCHADA_PTX_WMMA_H

#include "matrices.h"

namespace torchada {
namespace ptx {

// Where a number is: rows of `stride` numbers, or columns where the matrix is stored across.
template <bool across>
TORCHADA_PTX std::size_t wmma_place(std::uint32_t row, std::uint32_t column, std::uint32_t stride) {
  return across ? static_cast<std::size_t>(column) * stride + row
                : static_cast<std::size_t>(row) * stride + column;
}
template <class Type>
inline constexpr int bits_of_element = is_any<Type, _f64>       ? 64
                                       : is_any<Type, _tf32>    ? 32
                                       : is_half<Type>          ? 16
                                       : is_any<Type, _s4, _u4> ? 4
                                       : is_any<Type, _b1>      ? 1
                                                                : 8;

// `lines` are rows of A or columns of B, each with `depth` numbers. `across`: one line is not together in memory.
template <class Type, int lines, int depth, bool across, class D>
TORCHADA_PTX void wmma_load_factor(D&& d, const char* from, std::uint32_t stride) {
  needs_warps_of_32("wmma.load");
  using Word = std::conditional_t<is_any<Type, _f64>, std::uint64_t, std::uint32_t>;
  constexpr int count = size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>>;
  constexpr int groups = depth / (4 * packed<Type>), own = lines / 8 * groups;
  constexpr int size = bits_of_element<Type>;
  static_assert(count % own == 0, "the fragment has another number of registers");
  Word words[count];
  for (int i = 0; i < own; ++i) {
    const std::uint32_t line = static_cast<std::uint32_t>(i / groups * 8) + laneid() / 4;
    const std::uint32_t first =
        (static_cast<std::uint32_t>(i % groups * 4) + laneid() % 4) * packed<Type>;
    if constexpr (size < 8) {
      // Numbers that are parts of a byte lie together.
      const std::size_t bit = wmma_place<false>(line, first, stride) * size;
      std::memcpy(&words[i], from + bit / 8, sizeof(Word));
    } else {
      Word word = 0;
      for (int k = 0; k < packed<Type>; ++k) {
        const std::size_t at =
            wmma_place<across>(line, first + static_cast<std::uint32_t>(k), stride);
        Word one = 0;
        std::memcpy(&one, from + at * (size / 8), size / 8);
        word |= one << (k * size % (sizeof(Word) * 8));
      }
      words[i] = word;
    }
  }
  for (int i = own; i < count; ++i) words[i] = words[i % own];
  put_all(d, words);
}

// A sum: each lane has two neighbours of each block of 8 by 8.
template <class Type, int rows, int columns, bool across, class Function>
TORCHADA_PTX void wmma_for_sums(std::uint32_t stride, Function function) {
  for (int block = 0; block < rows / 8 * (columns / 8); ++block) {
    const std::uint32_t row = static_cast<std::uint32_t>(block / (columns / 8) * 8) + laneid() / 4;
    const std::uint32_t column =
        static_cast<std::uint32_t>(block % (columns / 8) * 8) + laneid() % 4 * 2;
    for (int k = 0; k < 2; ++k) {
      function(2 * block + k,
               wmma_place<across>(row, column + static_cast<std::uint32_t>(k), stride));
    }
  }
}
template <class Type, int numbers, class T, class D>
TORCHADA_PTX void wmma_put(D&& d, const T* values) {
  if constexpr (is_half<Type>) {
    std::uint32_t pairs[numbers / 2];
    for (int k = 0; k < numbers / 2; ++k) {
      pairs[k] = static_cast<std::uint32_t>(values[2 * k + 1]) << 16 | values[2 * k];
    }
    put_all(d, pairs);
  } else {
    put_all(d, values);
  }
}

// What a row is of the shape: m16n16k16 and so on.
template <class... M>
struct ShapeOf;
template <class First, class... M>
struct ShapeOf<First, M...> : ShapeOf<M...> {};
#define TORCHADA_PTX_WMMA_SHAPE(name) \
  template <class... M>               \
  struct ShapeOf<name, M...> {        \
    using shape = name;               \
  }
TORCHADA_PTX_WMMA_SHAPE(_m16n16k16);
TORCHADA_PTX_WMMA_SHAPE(_m32n8k16);
TORCHADA_PTX_WMMA_SHAPE(_m8n32k16);
TORCHADA_PTX_WMMA_SHAPE(_m16n16k8);
TORCHADA_PTX_WMMA_SHAPE(_m8n8k32);
TORCHADA_PTX_WMMA_SHAPE(_m8n8k128);
TORCHADA_PTX_WMMA_SHAPE(_m8n8k4);
#undef TORCHADA_PTX_WMMA_SHAPE

template <class... M, class D, class A, class Stride>
TORCHADA_PTX void wmma_load_a_sync(D&& d, A address, Stride stride) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_load_factor<TypeOf<M...>, Shape::m, Shape::k, has<_col, M...>>(d, place<M...>(address),
                                                                      value<std::uint32_t>(stride));
  sync_lanes(kAllLanes);
}
template <class... M, class D, class A>
TORCHADA_PTX void wmma_load_a_sync(D&& d, A address) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_load_a_sync<M...>(d, address, has<_col, M...> ? Shape::m : Shape::k);
}
template <class... M, class D, class A, class Stride>
TORCHADA_PTX void wmma_load_b_sync(D&& d, A address, Stride stride) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_load_factor<TypeOf<M...>, Shape::n, Shape::k, has<_row, M...>>(d, place<M...>(address),
                                                                      value<std::uint32_t>(stride));
  sync_lanes(kAllLanes);
}
template <class... M, class D, class A>
TORCHADA_PTX void wmma_load_b_sync(D&& d, A address) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_load_b_sync<M...>(d, address, has<_row, M...> ? Shape::n : Shape::k);
}
template <class... M, class D, class A, class Stride>
TORCHADA_PTX void wmma_load_c_sync(D&& d, A address, Stride stride) {
  needs_warps_of_32("wmma.load");
  using Shape = typename ShapeOf<M...>::shape;
  using T = typename TypeOf<M...>::type;
  constexpr int numbers = Shape::m * Shape::n / 32;
  const char* const from = place<M...>(address);
  T values[numbers];
  wmma_for_sums<TypeOf<M...>, Shape::m, Shape::n, has<_col, M...>>(
      value<std::uint32_t>(stride),
      [&](int k, std::size_t at) { std::memcpy(&values[k], from + at * sizeof(T), sizeof(T)); });
  wmma_put<TypeOf<M...>, numbers>(d, values);
  sync_lanes(kAllLanes);
}
template <class... M, class D, class A>
TORCHADA_PTX void wmma_load_c_sync(D&& d, A address) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_load_c_sync<M...>(d, address, has<_col, M...> ? Shape::m : Shape::n);
}

template <class... M, class A, class From, class Stride>
TORCHADA_PTX void wmma_store_d_sync(A address, From from, Stride stride) {
  needs_warps_of_32("wmma.store");
  using Shape = typename ShapeOf<M...>::shape;
  using T = typename TypeOf<M...>::type;
  constexpr int numbers = Shape::m * Shape::n / 32;
  char* const to = place<M...>(address);
  T values[numbers];
  if constexpr (is_half<TypeOf<M...>>) {
    std::uint32_t pairs[numbers / 2];
    get_array(from, pairs);
    for (int k = 0; k < numbers; ++k) values[k] = static_cast<T>(pairs[k / 2] >> (k % 2 * 16));
  } else {
    get_array(from, values);
  }
  wmma_for_sums<TypeOf<M...>, Shape::m, Shape::n, has<_col, M...>>(
      value<std::uint32_t>(stride),
      [&](int k, std::size_t at) { std::memcpy(to + at * sizeof(T), &values[k], sizeof(T)); });
  sync_lanes(kAllLanes);
}
template <class... M, class A, class From>
TORCHADA_PTX void wmma_store_d_sync(A address, From from) {
  using Shape = typename ShapeOf<M...>::shape;
  wmma_store_d_sync<M...>(address, from, has<_col, M...> ? Shape::m : Shape::n);
}

// A times B and C, by blocks of 8 by 8.
template <class To, class Left, class Right, class From, class... M, class D, class A, class B,
          class C>
TORCHADA_PTX void wmma_product(D&& d, A a, B b, C c) {
  needs_warps_of_32("wmma.mma");
  using Shape = typename ShapeOf<M...>::shape;
  using Word = std::conditional_t<is_any<Left, _f64>, std::uint64_t, std::uint32_t>;
  constexpr int groups = Shape::k / (4 * packed<Left>), numbers = Shape::m * Shape::n / 32;
  Word lefts[size_of_parts<A>], rights[size_of_parts<B>];
  get_array(a, lefts);
  get_array(b, rights);
  SumOf<Left> sums[numbers];
  begin_sums<From, numbers>(c, sums);
  for (int block = 0; block < numbers / 2; ++block) {
    const int row = block / (Shape::n / 8), column = block % (Shape::n / 8);
    multiply_matrices<Left, Right, 1, groups, M...>(lefts + row * groups, rights + column * groups,
                                                    sums + 2 * block);
  }
  end_sums<To, numbers, M...>(d, sums);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void wmma_mma_sync(D&& d, A a, B b, C c) {
  wmma_product<NthType<0, M...>, NthType<1, M...>, NthType<2, M...>, NthType<3, M...>, M...>(d, a,
                                                                                             b, c);
}
// Types of D and C only: A and B are f16.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void wmma_mma_halves(D&& d, A a, B b, C c) {
  wmma_product<NthType<0, M...>, _f16, _f16, NthType<1, M...>, M...>(d, a, b, c);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_WMMA_H
