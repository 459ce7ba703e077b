// Solving with a triangular sparse matrix: shared by SpSV, SpSM and the solvers of blocked rows.
#pragma once

#include <algorithm>

#include "musparse/entries.h"

namespace musasim::musparse {

struct Triangle {
  bool upper = false;  // of the matrix as it is stored
  bool unit = false;
};

// x = alpha op(a)^-1 b, column by column; `b` is overwritten with x. Entries on the other side of the
// diagonal are left out, as are those on it when it is taken as ones. A missing diagonal divides by
// zero, as on the platform.
template <class T>
void solve_triangle(const Entries<T>& stored, musparseOperation_t op, Triangle triangle, T alpha,
                    Dense<T>* b) {
  Entries<T> a = stored;
  apply(op, &a);
  const bool upper = triangle.upper != turns(op);
  std::vector<std::vector<size_t>> row(static_cast<size_t>(a.rows));
  std::vector<T> diagonal(static_cast<size_t>(a.rows), triangle.unit ? T(1) : T(0));
  for (size_t i = 0; i < a.size(); ++i) {
    if (a.row[i] == a.col[i]) {
      if (!triangle.unit) {
        diagonal[static_cast<size_t>(a.row[i])] += a.value[i];
      }
    } else if ((a.col[i] > a.row[i]) == upper) {
      row[static_cast<size_t>(a.row[i])].push_back(i);
    }
  }
  for (int64_t step = 0; step < a.rows; ++step) {
    const int64_t r = upper ? a.rows - 1 - step : step;
    for (int64_t c = 0; c < b->cols; ++c) {
      T sum = alpha * (*b)(r, c);
      for (const size_t i : row[static_cast<size_t>(r)]) {
        sum -= a.value[i] * (*b)(a.col[i], c);
      }
      (*b)(r, c) = sum / diagonal[static_cast<size_t>(r)];
    }
  }
}

// The first row without a non-zero on the diagonal, or -1.
template <class T>
int64_t zero_pivot(const Entries<T>& a) {
  std::vector<bool> there(static_cast<size_t>(a.rows), false);
  for (size_t i = 0; i < a.size(); ++i) {
    if (a.row[i] == a.col[i] && a.value[i] != T(0)) {
      there[static_cast<size_t>(a.row[i])] = true;
    }
  }
  const auto found = std::find(there.begin(), there.end(), false);
  return found == there.end() ? -1 : found - there.begin();
}

}  // namespace musasim::musparse
