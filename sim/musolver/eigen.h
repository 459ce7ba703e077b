// Eigenvalues of symmetric and Hermitian matrices: a part of them, and pairs of matrices.
#pragma once

#include "musolver/call.h"

namespace musasim::musolver {

// Which eigenvalues are wanted: all, those with numbers from first to last (from 1), or those in
// (low, high].
struct Range {
  musolverEigRange_t kind = MUSOLVER_EIG_RANGE_ALL;
  double low = 0;
  double high = 0;
  int64_t first = 0;
  int64_t last = 0;
};

inline void check_range(const Range& range, int64_t n) {
  require(range.kind == MUSOLVER_EIG_RANGE_ALL || range.kind == MUSOLVER_EIG_RANGE_I ||
          range.kind == MUSOLVER_EIG_RANGE_V);
  if (range.kind == MUSOLVER_EIG_RANGE_I && n > 0) {
    require(range.first >= 1 && range.first <= range.last && range.last <= n);
  }
  if (range.kind == MUSOLVER_EIG_RANGE_V) {
    require(range.low < range.high);
  }
}

// Moves the wanted of `n` ascending eigenvalues, and their vectors, to the front; answers how many.
template <class T>
int64_t keep_range(const Range& range, int n, T* a, int lda, Real<T>* w) {
  int64_t kept = 0;
  for (int64_t i = 0; i < n; ++i) {
    const bool wanted =
        range.kind == MUSOLVER_EIG_RANGE_ALL ||
        (range.kind == MUSOLVER_EIG_RANGE_I && i + 1 >= range.first && i + 1 <= range.last) ||
        (range.kind == MUSOLVER_EIG_RANGE_V && w[i] > range.low && w[i] <= range.high);
    if (wanted) {
      w[kept] = w[i];
      std::copy_n(a + i * lda, n, a + kept * lda);
      ++kept;
    }
  }
  return kept;
}

}  // namespace musasim::musolver
