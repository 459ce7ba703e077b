// The products of matrices that MUSA's compiler has names for (__musa_fmma_m32n32k16_mma and such): the lanes of a
// warp hold the matrices in registers, d = a * b + c. Which lane holds which element is in device/matrix_layout.h.
#pragma once

#include "musasim/device/state.h"

namespace musasim::device::matrix {

enum class Format : unsigned char { kU8, kS8, kS4, kF16, kBF16, kTF32, kE4M3, kE5M2 };

// 128 lanes share the matrices; 32 do, which hold the result by columns or by rows.
enum class Share : unsigned char { kQuarters, kByColumns, kByRows };

struct Shape {
  int m, n, k;
  Share share;
  Format a, b;
};

// The form in which the functions below take an operand.
struct Order {
  explicit Order(int number) : a_by_columns((number & 2) != 0), b_by_columns((number & 1) != 0) {}
  bool a_by_columns;
  bool b_by_columns;
};

MUSASIM_DEVICE_API void multiply(const char* name, const Shape& shape, Order order, void* d,
                                 const void* a, const void* b, const void* c);

// Ends the kernel: no public source says what an operand with this value means.
[[noreturn]] MUSASIM_DEVICE_API void operand_not_public(const char* name);

struct Formats {
  Format a, b;
};
// The last operand of devices of capability 3.1.
MUSASIM_DEVICE_API Formats formats_of(const char* name, int type);

}  // namespace musasim::device::matrix

// Devices of capability 2.2. Of four of the operands only the value 0 is public, and of `mode` only this one.
#define MUSASIM_MATRIX(name, rows, columns, depth, share, format, public_mode)                    \
  inline void __musa_##name##_m##rows##n##columns##k##depth##_mma(                                \
      void* d, const void* a, const void* b, const void* c, int zero0, int zero1, int zero2,      \
      int zero3, int mode, int order) {                                                           \
    constexpr const char* kName = "__musa_" #name "_m" #rows "n" #columns "k" #depth "_mma";      \
    if ((zero0 | zero1 | zero2 | zero3) != 0 || mode != public_mode || (order & ~3) != 0) {       \
      ::musasim::device::matrix::operand_not_public(kName);                                       \
    }                                                                                             \
    constexpr auto kFormat = ::musasim::device::matrix::Format::format;                           \
    ::musasim::device::matrix::multiply(                                                          \
        kName, {rows, columns, depth, ::musasim::device::matrix::Share::share, kFormat, kFormat}, \
        ::musasim::device::matrix::Order(order), d, a, b, c);                                     \
  }
MUSASIM_MATRIX(fmma, 32, 32, 16, kQuarters, kF16, 1)
MUSASIM_MATRIX(bfmma, 32, 32, 16, kQuarters, kBF16, 1)
MUSASIM_MATRIX(tfmma, 32, 32, 8, kQuarters, kTF32, 1)
MUSASIM_MATRIX(imma, 32, 32, 32, kQuarters, kS8, 1)
MUSASIM_MATRIX(fmma, 16, 16, 16, kByColumns, kF16, 1)
MUSASIM_MATRIX(bfmma, 16, 16, 16, kByColumns, kBF16, 0)
MUSASIM_MATRIX(fmma, 8, 32, 16, kByColumns, kF16, 1)
MUSASIM_MATRIX(bfmma, 8, 32, 16, kByColumns, kBF16, 0)
#undef MUSASIM_MATRIX

// Devices of capability 3.1. The mode is 1 for signed bytes and 0 for all others, in what is public.
#define MUSASIM_MATRIX(rows, columns, depth)                                                     \
  inline void __musa_wmma_m##rows##n##columns##k##depth##_mma(                                   \
      void* d, const void* a, const void* b, const void* c, int zero0, int zero1, int zero2,     \
      int zero3, int mode, int order, int type) {                                                \
    constexpr const char* kName = "__musa_wmma_m" #rows "n" #columns "k" #depth "_mma";          \
    const auto formats = ::musasim::device::matrix::formats_of(kName, type);                     \
    const bool bytes = formats.a == ::musasim::device::matrix::Format::kS8 &&                    \
                       formats.b == ::musasim::device::matrix::Format::kS8;                      \
    if ((zero0 | zero1 | zero2 | zero3) != 0 || mode != (bytes ? 1 : 0) || (order & ~3) != 0) {  \
      ::musasim::device::matrix::operand_not_public(kName);                                      \
    }                                                                                            \
    ::musasim::device::matrix::multiply(                                                         \
        kName,                                                                                   \
        {rows, columns, depth, ::musasim::device::matrix::Share::kByRows, formats.a, formats.b}, \
        ::musasim::device::matrix::Order(order), d, a, b, c);                                    \
  }
MUSASIM_MATRIX(16, 8, 4)
MUSASIM_MATRIX(16, 8, 8)
MUSASIM_MATRIX(16, 8, 16)
MUSASIM_MATRIX(8, 16, 16)
MUSASIM_MATRIX(16, 16, 16)
MUSASIM_MATRIX(16, 16, 32)
MUSASIM_MATRIX(16, 16, 64)
#undef MUSASIM_MATRIX
