// LAPACK, one overload a function for the four types: matrices by columns in host memory, 32-bit
// sizes, work space of their own. Each returns LAPACK's info.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "machine/element_types.h"

namespace musasim::musolver {

template <class T>
struct RealOf {
  using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <class T>
using Real = typename RealOf<T>::Type;

// The Fortran functions. Each character argument has a hidden length at the end.
#define MUSOLVER_LAPACK(p, T, orgqr, ormqr)                                                        \
  extern "C" {                                                                                     \
  void scipy_##p##potrf_(const char*, const int*, T*, const int*, int*, size_t);                   \
  void scipy_##p##potrs_(const char*, const int*, const int*, const T*, const int*, T*,            \
                         const int*, int*, size_t);                                                \
  void scipy_##p##potri_(const char*, const int*, T*, const int*, int*, size_t);                   \
  void scipy_##p##getrf_(const int*, const int*, T*, const int*, int*, int*);                      \
  void scipy_##p##getrs_(const char*, const int*, const int*, const T*, const int*, const int*,    \
                         T*, const int*, int*, size_t);                                            \
  void scipy_##p##laswp_(const int*, T*, const int*, const int*, const int*, const int*,           \
                         const int*);                                                              \
  void scipy_##p##geqrf_(const int*, const int*, T*, const int*, T*, T*, const int*, int*);        \
  void scipy_##p##orgqr##_(const int*, const int*, const int*, T*, const int*, const T*, T*,       \
                           const int*, int*);                                                      \
  void scipy_##p##ormqr##_(const char*, const char*, const int*, const int*, const int*, const T*, \
                           const int*, const T*, T*, const int*, T*, const int*, int*, size_t,     \
                           size_t);                                                                \
  void scipy_##p##sytrf_(const char*, const int*, T*, const int*, int*, T*, const int*, int*,      \
                         size_t);                                                                  \
  void scipy_##p##sytrs_(const char*, const int*, const int*, const T*, const int*, const int*,    \
                         T*, const int*, int*, size_t);                                            \
  void scipy_##p##trtri_(const char*, const char*, const int*, T*, const int*, int*, size_t,       \
                         size_t);                                                                  \
  }                                                                                                \
  inline int potrf(char uplo, int n, T* a, int lda) {                                              \
    int info = 0;                                                                                  \
    scipy_##p##potrf_(&uplo, &n, a, &lda, &info, 1);                                               \
    return info;                                                                                   \
  }                                                                                                \
  inline int potrs(char uplo, int n, int nrhs, const T* a, int lda, T* b, int ldb) {               \
    int info = 0;                                                                                  \
    scipy_##p##potrs_(&uplo, &n, &nrhs, a, &lda, b, &ldb, &info, 1);                               \
    return info;                                                                                   \
  }                                                                                                \
  inline int potri(char uplo, int n, T* a, int lda) {                                              \
    int info = 0;                                                                                  \
    scipy_##p##potri_(&uplo, &n, a, &lda, &info, 1);                                               \
    return info;                                                                                   \
  }                                                                                                \
  inline int getrf(int m, int n, T* a, int lda, int* ipiv) {                                       \
    int info = 0;                                                                                  \
    scipy_##p##getrf_(&m, &n, a, &lda, ipiv, &info);                                               \
    return info;                                                                                   \
  }                                                                                                \
  inline int getrs(char trans, int n, int nrhs, const T* a, int lda, const int* ipiv, T* b,        \
                   int ldb) {                                                                      \
    int info = 0;                                                                                  \
    scipy_##p##getrs_(&trans, &n, &nrhs, a, &lda, ipiv, b, &ldb, &info, 1);                        \
    return info;                                                                                   \
  }                                                                                                \
  inline void laswp(int n, T* a, int lda, int k1, int k2, const int* ipiv, int incx) {             \
    scipy_##p##laswp_(&n, a, &lda, &k1, &k2, ipiv, &incx);                                         \
  }                                                                                                \
  inline int geqrf(int m, int n, T* a, int lda, T* tau) {                                          \
    int info = 0;                                                                                  \
    const int lwork = 32 * std::max(1, n);                                                         \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    scipy_##p##geqrf_(&m, &n, a, &lda, tau, work.data(), &lwork, &info);                           \
    return info;                                                                                   \
  }                                                                                                \
  inline int orgqr_of(int m, int n, int k, T* a, int lda, const T* tau) {                          \
    int info = 0;                                                                                  \
    const int lwork = 32 * std::max(1, n);                                                         \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    scipy_##p##orgqr##_(&m, &n, &k, a, &lda, tau, work.data(), &lwork, &info);                     \
    return info;                                                                                   \
  }                                                                                                \
  inline int ormqr_of(char side, char trans, int m, int n, int k, const T* a, int lda,             \
                      const T* tau, T* c, int ldc) {                                               \
    int info = 0;                                                                                  \
    const int lwork = 32 * std::max({1, m, n});                                                    \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    scipy_##p##ormqr##_(&side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work.data(), &lwork,     \
                        &info, 1, 1);                                                              \
    return info;                                                                                   \
  }                                                                                                \
  inline int sytrf(char uplo, int n, T* a, int lda, int* ipiv) {                                   \
    int info = 0;                                                                                  \
    const int lwork = 32 * std::max(1, n);                                                         \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    scipy_##p##sytrf_(&uplo, &n, a, &lda, ipiv, work.data(), &lwork, &info, 1);                    \
    return info;                                                                                   \
  }                                                                                                \
  inline int sytrs(char uplo, int n, int nrhs, const T* a, int lda, const int* ipiv, T* b,         \
                   int ldb) {                                                                      \
    int info = 0;                                                                                  \
    scipy_##p##sytrs_(&uplo, &n, &nrhs, a, &lda, ipiv, b, &ldb, &info, 1);                         \
    return info;                                                                                   \
  }                                                                                                \
  inline int trtri(char uplo, char diag, int n, T* a, int lda) {                                   \
    int info = 0;                                                                                  \
    scipy_##p##trtri_(&uplo, &diag, &n, a, &lda, &info, 1, 1);                                     \
    return info;                                                                                   \
  }

MUSOLVER_LAPACK(s, float, orgqr, ormqr)
MUSOLVER_LAPACK(d, double, orgqr, ormqr)
MUSOLVER_LAPACK(c, Complex, ungqr, unmqr)
MUSOLVER_LAPACK(z, DoubleComplex, ungqr, unmqr)
#undef MUSOLVER_LAPACK

#define MUSOLVER_LAPACK_REAL(p, T)                                                                 \
  extern "C" {                                                                                     \
  void scipy_##p##syevd_(const char*, const char*, const int*, T*, const int*, T*, T*, const int*, \
                         int*, const int*, int*, size_t, size_t);                                  \
  void scipy_##p##sygvd_(const int*, const char*, const char*, const int*, T*, const int*, T*,     \
                         const int*, T*, T*, const int*, int*, const int*, int*, size_t, size_t);  \
  void scipy_##p##gesvd_(const char*, const char*, const int*, const int*, T*, const int*, T*, T*, \
                         const int*, T*, const int*, T*, const int*, int*, size_t, size_t);        \
  }                                                                                                \
  inline int syevd(char jobz, char uplo, int n, T* a, int lda, T* w) {                             \
    int info = 0;                                                                                  \
    const int lwork = 1 + 6 * n + 2 * n * n;                                                       \
    const int liwork = 3 + 5 * n;                                                                  \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    std::vector<int> iwork(static_cast<size_t>(liwork));                                           \
    scipy_##p##syevd_(&jobz, &uplo, &n, a, &lda, w, work.data(), &lwork, iwork.data(), &liwork,    \
                      &info, 1, 1);                                                                \
    return info;                                                                                   \
  }                                                                                                \
  inline int sygvd(int itype, char jobz, char uplo, int n, T* a, int lda, T* b, int ldb, T* w) {   \
    int info = 0;                                                                                  \
    const int lwork = 1 + 6 * n + 2 * n * n;                                                       \
    const int liwork = 3 + 5 * n;                                                                  \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    std::vector<int> iwork(static_cast<size_t>(liwork));                                           \
    scipy_##p##sygvd_(&itype, &jobz, &uplo, &n, a, &lda, b, &ldb, w, work.data(), &lwork,          \
                      iwork.data(), &liwork, &info, 1, 1);                                         \
    return info;                                                                                   \
  }                                                                                                \
  inline int gesvd(char jobu, char jobvt, int m, int n, T* a, int lda, T* s, T* u, int ldu, T* vt, \
                   int ldvt) {                                                                     \
    int info = 0;                                                                                  \
    const int lwork =                                                                              \
        std::max({1, 3 * std::min(m, n) + std::max(m, n), 5 * std::min(m, n)}) + 32 * (m + n);     \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    scipy_##p##gesvd_(&jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work.data(), &lwork,  \
                      &info, 1, 1);                                                                \
    return info;                                                                                   \
  }

MUSOLVER_LAPACK_REAL(s, float)
MUSOLVER_LAPACK_REAL(d, double)
#undef MUSOLVER_LAPACK_REAL

#define MUSOLVER_LAPACK_COMPLEX(p, T, R)                                                           \
  extern "C" {                                                                                     \
  void scipy_##p##heevd_(const char*, const char*, const int*, T*, const int*, R*, T*, const int*, \
                         R*, const int*, int*, const int*, int*, size_t, size_t);                  \
  void scipy_##p##hegvd_(const int*, const char*, const char*, const int*, T*, const int*, T*,     \
                         const int*, R*, T*, const int*, R*, const int*, int*, const int*, int*,   \
                         size_t, size_t);                                                          \
  void scipy_##p##gesvd_(const char*, const char*, const int*, const int*, T*, const int*, R*, T*, \
                         const int*, T*, const int*, T*, const int*, R*, int*, size_t, size_t);    \
  }                                                                                                \
  inline int syevd(char jobz, char uplo, int n, T* a, int lda, R* w) {                             \
    int info = 0;                                                                                  \
    const int lwork = 2 * n + n * n + 1;                                                           \
    const int lrwork = 1 + 5 * n + 2 * n * n;                                                      \
    const int liwork = 3 + 5 * n;                                                                  \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    std::vector<R> rwork(static_cast<size_t>(lrwork));                                             \
    std::vector<int> iwork(static_cast<size_t>(liwork));                                           \
    scipy_##p##heevd_(&jobz, &uplo, &n, a, &lda, w, work.data(), &lwork, rwork.data(), &lrwork,    \
                      iwork.data(), &liwork, &info, 1, 1);                                         \
    return info;                                                                                   \
  }                                                                                                \
  inline int sygvd(int itype, char jobz, char uplo, int n, T* a, int lda, T* b, int ldb, R* w) {   \
    int info = 0;                                                                                  \
    const int lwork = 2 * n + n * n + 1;                                                           \
    const int lrwork = 1 + 5 * n + 2 * n * n;                                                      \
    const int liwork = 3 + 5 * n;                                                                  \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    std::vector<R> rwork(static_cast<size_t>(lrwork));                                             \
    std::vector<int> iwork(static_cast<size_t>(liwork));                                           \
    scipy_##p##hegvd_(&itype, &jobz, &uplo, &n, a, &lda, b, &ldb, w, work.data(), &lwork,          \
                      rwork.data(), &lrwork, iwork.data(), &liwork, &info, 1, 1);                  \
    return info;                                                                                   \
  }                                                                                                \
  inline int gesvd(char jobu, char jobvt, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* vt, \
                   int ldvt) {                                                                     \
    int info = 0;                                                                                  \
    const int lwork = std::max(1, 2 * std::min(m, n) + std::max(m, n)) + 32 * (m + n);             \
    std::vector<T> work(static_cast<size_t>(lwork));                                               \
    std::vector<R> rwork(static_cast<size_t>(std::max(1, 5 * std::min(m, n))));                    \
    scipy_##p##gesvd_(&jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work.data(), &lwork,  \
                      rwork.data(), &info, 1, 1);                                                  \
    return info;                                                                                   \
  }

MUSOLVER_LAPACK_COMPLEX(c, Complex, float)
MUSOLVER_LAPACK_COMPLEX(z, DoubleComplex, double)
#undef MUSOLVER_LAPACK_COMPLEX

}  // namespace musasim::musolver
