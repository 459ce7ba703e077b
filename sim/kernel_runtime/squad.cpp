// Products of matrices in shared memory. Each warp of a squad has some rows of the result: thread t of the squad holds
// of each 16 x 8 elements the one in row t / 8 and column t % 8.
#include "musasim/device/squad.h"

#include <algorithm>
#include <vector>

#include "kernel_runtime/carrier.h"
#include "kernel_runtime/matrix_format.h"
#include "kernel_runtime/swizzle.h"
#include "musasim/device/shared_address.h"
#include "musasim/device/warp_vote.h"

namespace musasim::device::squad {

namespace {

struct Record {
  const char* name;
  const Operands* operands;
  unsigned warp;  // of the squad
};

// A matrix in shared memory as its description has it: bits 0 to 17 are the address, 18 to 20 the distance of its
// lines (1 is 8 bytes, each further one twice as much), 21 and 22 the pieces that are swizzled.
struct Matrix {
  const char* first;
  int pitch;
  Swizzle swizzle;

  Matrix(const char* name, int description)
      : first(shared_place(name, static_cast<std::uint32_t>(description) & 0x3ffffU, 18)),
        pitch(4 << (description >> 18 & 7)),
        swizzle(swizzle_of(description >> 21 & 3, 3, 1)) {}

  // Elements of less than a byte are two in one.
  std::uint32_t word(int line, int element, int bits) const {
    const auto start = reinterpret_cast<std::uintptr_t>(first);
    const auto at = start + static_cast<std::uintptr_t>(line * pitch + element * bits / 8);
    return matrix::word_of(reinterpret_cast<const void*>(swizzle.of(at)), bits,
                           bits < 8 ? element % 2 : 0);
  }
};

// rows x k numbers, k by k.
template <class Number>
void read(const char* name, int description, matrix::Format format, bool in_columns, int rows,
          int k, bool negate, std::vector<Number>* numbers) {
  const Matrix matrix(name, description);
  const int bits = matrix::bits_of(format);
  if (matrix.pitch == 4 || (in_columns ? rows : k) * bits > 8 * matrix.pitch) {
    fail_kernel(
        name,
        "no public source says where a matrix lies whose lines are longer than their distance");
  }
  numbers->resize(static_cast<std::size_t>(rows * k));
  for (int column = 0; column < k; ++column) {
    for (int row = 0; row < rows; ++row) {
      const std::uint32_t word =
          in_columns ? matrix.word(column, row, bits) : matrix.word(row, column, bits);
      const Number number = matrix::number_of<Number>(format, word);
      (*numbers)[static_cast<std::size_t>(column * rows + row)] =
          negate ? Number{} - number : number;
    }
  }
}

template <class Number>
void multiply_rows(const Lanes& lanes, void* const* records, const Record& first) {
  static thread_local std::vector<Number> a, b, sums;
  const Operands& o = *first.operands;
  read(first.name, o.a, o.formats.a, o.a_by_columns, o.m, o.k, o.negate_a, &a);
  read(first.name, o.b, o.formats.b, !o.b_by_columns, o.n, o.k, o.negate_b, &b);
  sums.resize(static_cast<std::size_t>(o.n));
  for (int part = 0; part < o.m / 4; ++part) {
    const int row = part % 4 + 4 * static_cast<int>(first.warp) + 16 * (part / 4);
    std::fill(sums.begin(), sums.end(), Number{});
    for (int k = 0; k < o.k; ++k) {
      const Number left = a[static_cast<std::size_t>(k * o.m + row)];
      const Number* const right = &b[static_cast<std::size_t>(k * o.n)];
      for (int n = 0; n < o.n; ++n) sums[static_cast<std::size_t>(n)] += left * right[n];
    }
    for (int n = 0; n < o.n; ++n) {
      const auto lane = static_cast<unsigned>(n % 8 + 8 * (part % 4));
      if (!lanes.has(lane)) continue;
      const Operands& own = *static_cast<const Record*>(records[lane])->operands;
      const int value = n / 8 + o.n / 8 * (part / 4);
      const Number before = own.clear ? Number{} : static_cast<const Number*>(own.c)[value];
      static_cast<Number*>(own.d)[value] = before + sums[static_cast<std::size_t>(n)];
    }
  }
}

void of_warp(const Lanes& lanes, void* const* records) {
  const auto& first = *static_cast<const Record*>(records[__builtin_ctz(lanes.segment[0])]);
  const matrix::Formats formats = first.operands->formats;
  if (matrix::is_integer(formats.a) && matrix::is_integer(formats.b)) {
    multiply_rows<std::uint32_t>(lanes, records, first);
  } else {
    multiply_rows<float>(lanes, records, first);
  }
}

}  // namespace

void multiply(const char* name, const Operands& operands) {
  if (warpSize != 32)
    fail_kernel(name, "squads are four warps of 32 lanes, and this device's have 128");
  Record record{name, &operands, thread_rank() / 32 % 4};
  warp_meet(~0U, of_warp, &record);
}

}  // namespace musasim::device::squad
