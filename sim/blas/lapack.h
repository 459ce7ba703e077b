// LAPACK by element type: lapack::getrf<T>(...) calls sgetrf, dgetrf, cgetrf or zgetrf. The forms
// that are given their workspace, because the others look for NaN first and refuse it.
#pragma once

#include <complex>
#include <type_traits>

#include "blas/cblas.h"

namespace musasim::blas::lapack {

constexpr int kColumnMajor = 102;

#define MUSASIM_LAPACK(P, T)                                                                      \
  extern "C" {                                                                                    \
  int scipy_LAPACKE_##P##getrf_work(int layout, int m, int n, T* a, int lda, int* pivots);        \
  int scipy_LAPACKE_##P##getri_work(int layout, int n, T* a, int lda, const int* pivots, T* work, \
                                    int lwork);                                                   \
  int scipy_LAPACKE_##P##getrs_work(int layout, char trans, int n, int nrhs, const T* a, int lda, \
                                    const int* pivots, T* b, int ldb);                            \
  int scipy_LAPACKE_##P##geqrf_work(int layout, int m, int n, T* a, int lda, T* tau, T* work,     \
                                    int lwork);                                                   \
  int scipy_LAPACKE_##P##gels_work(int layout, char trans, int m, int n, int nrhs, T* a, int lda, \
                                   T* b, int ldb, T* work, int lwork);                            \
  }
MUSASIM_LAPACK(s, float)
MUSASIM_LAPACK(d, double)
MUSASIM_LAPACK(c, std::complex<float>)
MUSASIM_LAPACK(z, std::complex<double>)
#undef MUSASIM_LAPACK

#define MUSASIM_BY_TYPE(NAME)                                          \
  template <class T, class... A>                                       \
  int NAME(A... arguments) {                                           \
    if constexpr (std::is_same_v<T, float>) {                          \
      return scipy_LAPACKE_s##NAME##_work(kColumnMajor, arguments...); \
    } else if constexpr (std::is_same_v<T, double>) {                  \
      return scipy_LAPACKE_d##NAME##_work(kColumnMajor, arguments...); \
    } else if constexpr (std::is_same_v<T, std::complex<float>>) {     \
      return scipy_LAPACKE_c##NAME##_work(kColumnMajor, arguments...); \
    } else {                                                           \
      return scipy_LAPACKE_z##NAME##_work(kColumnMajor, arguments...); \
    }                                                                  \
  }
MUSASIM_BY_TYPE(getrf)
MUSASIM_BY_TYPE(getri)
MUSASIM_BY_TYPE(getrs)
MUSASIM_BY_TYPE(geqrf)
MUSASIM_BY_TYPE(gels)
#undef MUSASIM_BY_TYPE

}  // namespace musasim::blas::lapack
