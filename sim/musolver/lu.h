// LU factorization with or without exchange of rows, for both forms of the interface.
#pragma once

#include "musolver/call.h"

namespace musasim::musolver {

// Without pivots; the answer is the first row whose pivot is zero, from 1, or 0.
template <class T>
int getrf_in_place(int m, int n, T* a, int lda) {
  int info = 0;
  for (int k = 0; k < std::min(m, n); ++k) {
    T* column = a + static_cast<ptrdiff_t>(k) * lda;
    if (column[k] == T(0)) {
      info = info == 0 ? k + 1 : info;
      continue;
    }
    for (int r = k + 1; r < m; ++r) {
      column[r] /= column[k];
    }
    for (int c = k + 1; c < n; ++c) {
      T* other = a + static_cast<ptrdiff_t>(c) * lda;
      for (int r = k + 1; r < m; ++r) {
        other[r] -= column[r] * other[k];
      }
    }
  }
  return info;
}

// `ipiv` of int or int64_t, or null.
template <class T, class Pivot>
int getrf_any(int m, int n, T* a, int lda, Pivot* ipiv) {
  if (ipiv == nullptr) {
    return getrf_in_place(m, n, a, lda);
  }
  std::vector<int> pivots(static_cast<size_t>(std::min(m, n)));
  const int info = getrf(m, n, a, lda, pivots.data());
  std::copy(pivots.begin(), pivots.end(), ipiv);
  return info;
}

template <class T, class Pivot>
int getrs_any(char trans, int n, int nrhs, const T* a, int lda, const Pivot* ipiv, T* b, int ldb) {
  std::vector<int> pivots(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) {
    pivots[static_cast<size_t>(i)] = ipiv == nullptr ? i + 1 : static_cast<int>(ipiv[i]);
  }
  return getrs(trans, n, nrhs, a, lda, pivots.data(), b, ldb);
}

}  // namespace musasim::musolver
