// Moves, vectors in registers, special registers.
#ifndef TORCHADA_PTX_MOVES_H
#define TORCHADA_PTX_MOVES_H

#include <cstdio>

#include "registers.h"

namespace torchada {
namespace ptx {

template <class T, class From>
TORCHADA_PTX T joined(const From& from) {
  if constexpr (IsParts<From>::value) {
    constexpr int size = static_cast<int>(sizeof(T)) / size_of_parts<From>;
    using Part = std::conditional_t<
        size == 1, std::uint8_t,
        std::conditional_t<size == 2, std::uint16_t,
                           std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;
    Part parts[size_of_parts<From>];
    get_parts(from, parts);
    return bits<T>(parts);
  } else {
    return value<T>(from);
  }
}

// One of both may be a vector.
template <class... M, class D, class A>
TORCHADA_PTX void mov(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  const T whole = joined<T>(a);
  using To = std::remove_cv_t<std::remove_reference_t<D>>;
  if constexpr (IsParts<To>::value) {
    constexpr int size = static_cast<int>(sizeof(T)) / size_of_parts<To>;
    using Part = std::conditional_t<
        size == 1, std::uint8_t,
        std::conditional_t<size == 2, std::uint16_t,
                           std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;
    struct All {
      Part parts[size_of_parts<To>];
    };
    const All all = bits<All>(whole);
    put_parts(d, all.parts);
  } else {
    put(d, whole);
  }
}

// What the lanes of a warp do together is right where the GPU's warps are those of PTX, or the block is one of them.
TORCHADA_PTX void needs_warps_of_32([[maybe_unused]] const char* instruction) {
#if defined(__MUSACC__) || defined(__MUSA__)
  if (warpSize == 32 || blockDim.x * blockDim.y * blockDim.z <= 32) return;
  printf("%s of PTX needs warps of 32 lanes; those of this GPU have %d (MTT S5000 has 32)\n",
         instruction, static_cast<int>(warpSize));
  __trap();
#endif
}

// Warps of PTX have 32 lanes.
TORCHADA_PTX std::uint32_t thread_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
TORCHADA_PTX std::uint32_t laneid() { return thread_in_block() % 32; }
TORCHADA_PTX std::uint32_t warpid() { return thread_in_block() / 32; }
TORCHADA_PTX std::uint32_t lanemask_eq() { return 1U << laneid(); }
TORCHADA_PTX std::uint32_t lanemask_lt() { return (1U << laneid()) - 1; }
TORCHADA_PTX std::uint32_t lanemask_le() { return lanemask_lt() << 1 | 1U; }
TORCHADA_PTX std::uint32_t lanemask_ge() { return ~lanemask_lt(); }
TORCHADA_PTX std::uint32_t lanemask_gt() { return ~lanemask_le(); }
#define TORCHADA_PTX_PLACE(name, variable)                       \
  TORCHADA_PTX std::uint32_t name##_x() { return (variable).x; } \
  TORCHADA_PTX std::uint32_t name##_y() { return (variable).y; } \
  TORCHADA_PTX std::uint32_t name##_z() { return (variable).z; }
TORCHADA_PTX_PLACE(tid, threadIdx)
TORCHADA_PTX_PLACE(ntid, blockDim)
TORCHADA_PTX_PLACE(ctaid, blockIdx)
TORCHADA_PTX_PLACE(nctaid, gridDim)
#undef TORCHADA_PTX_PLACE
TORCHADA_PTX std::uint64_t clock_whole() { return static_cast<std::uint64_t>(clock64()); }
TORCHADA_PTX std::uint32_t clock_low() { return static_cast<std::uint32_t>(clock_whole()); }
TORCHADA_PTX std::uint32_t clock_high() { return static_cast<std::uint32_t>(clock_whole() >> 32); }

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_MOVES_H
