// Eigenvalues of symmetric and Hermitian matrices: a part of them, and pairs of matrices.
#pragma once

#include "musolver/call.h"

namespace musasim::musolver {

inline void check_eigen(musolverEigMode_t mode, mublasFillMode_t uplo, int64_t n, const void* a,
                        int64_t lda, const void* w) {
  check_mode(mode);
  check_fill(uplo);
  check_matrix(a, n, n, lda);
  require(w != nullptr || n == 0);
}

// The eigenvalues that are wanted: all, those with numbers from first to last (from 1), or those in
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

// sygvd and sygvj, whose parameters must be there.
template <class T>
musolverStatus_t solve_pair(const char* name, musolverDnHandle_t handle, musolverEigType_t type,
                            musolverEigMode_t mode, mublasFillMode_t uplo, int n, void* a, int lda,
                            void* b, int ldb, void* w, int* info, bool has_params = true) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_eigen(mode, uplo, n, a, lda, w);
    check_matrix(b, n, n, ldb);
    require(has_params);
    require(type >= MUSOLVER_EIG_TYPE_1 && type <= MUSOLVER_EIG_TYPE_3);
    submit(stream, name, info, [=] {
      return sygvd(type, letter(mode), letter(uplo), n, at<T>(a), lda, at<T>(b), ldb,
                   at<Real<T>>(w));
    });
  });
}

inline musolverStatus_t buffer_size(const char* name, musolverDnHandle_t handle,
                                    musolverEigMode_t mode, mublasFillMode_t uplo, int n,
                                    const void* a, int lda, const void* w, int* lwork,
                                    bool has_params = true) {
  return public_call(name, handle, [&](musaStream_t) {
    check_eigen(mode, uplo, n, a, lda, w);
    require(has_params);
    answer_size(lwork, 1 + int64_t{6} * n + int64_t{2} * n * n);
  });
}

}  // namespace musasim::musolver
