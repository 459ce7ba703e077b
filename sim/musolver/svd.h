// Singular values with right vectors by columns, a = u s v^H, as the Jacobi and approximate functions
// give them.
#pragma once

#include "musolver/call.h"

namespace musasim::musolver {

// All singular values; with `vectors` also the first `rank` columns of u and v. Overwrites a.
template <class T>
int svd_by_columns(int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv,
                   bool vectors, bool thin, int rank) {
  if (!vectors) {
    T none(0);
    return gesvd('N', 'N', m, n, a, lda, s, &none, 1, &none, 1);
  }
  const int least = std::min(m, n);
  const int left = thin ? least : m;
  const int right = thin ? least : n;
  std::vector<T> full_u(static_cast<size_t>(m) * static_cast<size_t>(left));
  std::vector<T> full_vt(static_cast<size_t>(right) * static_cast<size_t>(n));
  std::vector<Real<T>> values(static_cast<size_t>(least));
  const char job = thin ? 'S' : 'A';
  const int info = gesvd(job, job, m, n, a, lda, values.data(), full_u.data(), std::max(1, m),
                         full_vt.data(), std::max(1, right));
  std::copy_n(values.begin(), least, s);
  for (ptrdiff_t c = 0; c < std::min(rank, left); ++c) {
    std::copy_n(full_u.begin() + c * m, m, u + c * ldu);
  }
  for (ptrdiff_t c = 0; c < std::min(rank, right); ++c) {
    for (ptrdiff_t r = 0; r < n; ++r) {
      const T value = full_vt[static_cast<size_t>(c + r * right)];
      if constexpr (kIsComplex<T>) {
        v[c * ldv + r] = std::conj(value);
      } else {
        v[c * ldv + r] = value;
      }
    }
  }
  return info;
}

}  // namespace musasim::musolver
