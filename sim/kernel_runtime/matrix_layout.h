// The places at which lanes of a warp hold elements of matrices that they multiply. An element's place in an m x k matrix
// is row + m * column; b is seen as its transpose, n x k. Facts of Moore Threads' mutlass and of tilelang-musa.
#pragma once

#include "musasim/device/matrix.h"

namespace musasim::device::matrix {

// `count` places, each `stride` behind the one before.
struct Step {
  int count;
  int stride;
};

// A number is cut into digits, one a step: the first step's digit is the lowest one.
inline int place(const Step (&steps)[4], int number) {
  int at = 0;
  for (const Step& step : steps) {
    if (step.count == 0) break;
    at += number % step.count * step.stride;
    number /= step.count;
  }
  return at;
}

struct Layout {
  Step lanes[4];
  Step values[4];

  int of(int lane, int value) const { return place(lanes, lane) + place(values, value); }
};

// The layout of a matrix with m rows, whose lanes hold words of neighbours in a row, or in a column.
inline Layout operand(const Shape& shape, int m, int bits, bool by_columns) {
  const int word = 32 / bits;  // elements
  const int half = 128 / bits;
  if (shape.share == Share::kQuarters) {
    if (by_columns) return {{{16 / word, word}, {shape.k, m}}, {{word, 1}, {2, 16}}};
    return {{{4, word * m}, {16, 1}, {2, half * m}}, {{word, m}, {2, 16}}};
  }
  if (by_columns) {
    return {{{8 / word, word}, {half, m}}, {{word, 1}, {m / 8, 8}, {shape.k / half, half * m}}};
  }
  return {{{4, word * m}, {8, 1}}, {{word, m}, {shape.k / half, half * m}, {m / 8, 8}}};
}

// The layout of the result, and of the matrix that it is added to.
inline Layout sum(const Shape& shape) {
  const int m = shape.m;
  switch (shape.share) {
    case Share::kQuarters: return {{{8, m}, {4, 1}, {2, 8 * m}, {2, 4}}, {{2, 16 * m}, {4, 8}}};
    case Share::kByColumns: return {{{8, 1}, {4, m}}, {{m / 8, 8}, {shape.n / 4, 4 * m}}};
    case Share::kByRows: break;
  }
  return {{{8, m}, {4, 1}}, {{shape.n / 8, 8 * m}, {m / 4, 4}}};
}

}  // namespace musasim::device::matrix
