// muSOLVER, dense matrices: the functions by type. Matrices lie by columns; `info` is in device memory.
#pragma once

#include "internal/element_types.h"
#include "musolverDnX.h"
#include "musolver_common.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Handles: those of muBLAS serve as well.
musolverStatus_t musolverDnCreate(musolverDnHandle_t* handle);
musolverStatus_t musolverDnDestroy(musolverDnHandle_t handle);
musolverStatus_t musolverDnSetStream(musolverDnHandle_t handle, musaStream_t stream);
musolverStatus_t musolverDnGetStream(musolverDnHandle_t handle, musaStream_t* stream);

// Cholesky factorization, and what follows from it.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  musolverStatus_t musolverDn##P##potrf_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T* a, int lda, int* lwork);         \
  musolverStatus_t musolverDn##P##potrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T* a, int lda, T* workspace, int lwork, int* info);        \
  musolverStatus_t musolverDn##P##potrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        int nrhs, const T* a, int lda, T* b, int ldb, int* info);  \
  musolverStatus_t musolverDn##P##potrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, T** a, int lda, int* info_array, int batch); \
  musolverStatus_t musolverDn##P##potrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, int nrhs, T** a, int lda, T** b, int ldb,    \
                                               int* d_info, int batch);                            \
  musolverStatus_t musolverDn##P##potri_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T* a, int lda, int* lwork);         \
  musolverStatus_t musolverDn##P##potri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T* a, int lda, T* work, int lwork, int* info);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

// LU factorization. Without `ipiv` rows are not exchanged.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  musolverStatus_t musolverDn##P##getrf_bufferSize(musolverDnHandle_t handle, int m, int n, T* a,  \
                                                   int lda, int* lwork);                           \
  musolverStatus_t musolverDn##P##getrf(musolverDnHandle_t handle, int m, int n, T* a, int lda,    \
                                        T* workspace, int* ipiv, int* info);                       \
  musolverStatus_t musolverDn##P##getrs(musolverDnHandle_t handle, mublasOperation_t trans, int n, \
                                        int nrhs, const T* a, int lda, const int* ipiv, T* b,      \
                                        int ldb, int* info);                                       \
  musolverStatus_t musolverDn##P##laswp(musolverDnHandle_t handle, int n, T* a, int lda, int k1,   \
                                        int k2, const int* ipiv, int incx);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

// QR factorization.
#define MUSOLVER_ROW(P, T, R)                                                                     \
  musolverStatus_t musolverDn##P##geqrf_bufferSize(musolverDnHandle_t handle, int m, int n, T* a, \
                                                   int lda, int* lwork);                          \
  musolverStatus_t musolverDn##P##geqrf(musolverDnHandle_t handle, int m, int n, T* a, int lda,   \
                                        T* tau, T* workspace, int lwork, int* info);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

#define MUSOLVER_ROW(P, T, R)                                                                    \
  musolverStatus_t musolverDn##P##gqr_bufferSize(musolverDnHandle_t handle, int m, int n, int k, \
                                                 const T* a, int lda, const T* tau, int* lwork); \
  musolverStatus_t musolverDn##P##gqr(musolverDnHandle_t handle, int m, int n, int k, T* a,      \
                                      int lda, const T* tau, T* work, int lwork, int* info);     \
  musolverStatus_t musolverDn##P##mqr_bufferSize(                                                \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,   \
      int k, const T* a, int lda, const T* tau, const T* c, int ldc, int* lwork);                \
  musolverStatus_t musolverDn##P##mqr(                                                           \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,   \
      int k, const T* a, int lda, const T* tau, T* c, int ldc, T* work, int lwork, int* info);
MUSASIM_SDCZ_NAMES(MUSOLVER_ROW, or, un)
#undef MUSOLVER_ROW

// Factorization of symmetric matrices that are not definite.
#define MUSOLVER_ROW(P, T, R)                                                                    \
  musolverStatus_t musolverDn##P##sytrf_bufferSize(musolverDnHandle_t handle, int n, T* a,       \
                                                   int lda, int* lwork);                         \
  musolverStatus_t musolverDn##P##sytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, \
                                        T* a, int lda, int* ipiv, T* work, int lwork, int* info);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

// Eigenvalues of symmetric and Hermitian matrices.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  musolverStatus_t musolverDn##P##evd_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork);                                                            \
  musolverStatus_t musolverDn##P##evd(musolverDnHandle_t handle, musolverEigMode_t jobz,           \
                                      mublasFillMode_t uplo, int n, T* a, int lda, R* w, T* work,  \
                                      int lwork, int* info);                                       \
  musolverStatus_t musolverDn##P##evdx_bufferSize(                                                 \
      musolverDnHandle_t handle, musolverEigMode_t jobz, musolverEigRange_t range,                 \
      mublasFillMode_t uplo, int n, const T* a, int lda, R vl, R vu, int il, int iu, int* meig,    \
      const R* w, int* lwork);                                                                     \
  musolverStatus_t musolverDn##P##evdx(musolverDnHandle_t handle, musolverEigMode_t jobz,          \
                                       musolverEigRange_t range, mublasFillMode_t uplo, int n,     \
                                       T* a, int lda, R vl, R vu, int il, int iu, int* meig, R* w, \
                                       T* work, int lwork, int* info);                             \
  musolverStatus_t musolverDn##P##gvd_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T* a, int lda, const T* b, int ldb, const R* w,          \
      int* lwork);                                                                                 \
  musolverStatus_t musolverDn##P##gvd(musolverDnHandle_t handle, musolverEigType_t itype,          \
                                      musolverEigMode_t jobz, mublasFillMode_t uplo, int n, T* a,  \
                                      int lda, T* b, int ldb, R* w, T* work, int lwork,            \
                                      int* info);
MUSASIM_SDCZ_NAMES(MUSOLVER_ROW, sy, he)
#undef MUSOLVER_ROW

// The same by Jacobi's method.
musolverStatus_t musolverDnCreateSyevjInfo(syevjInfo_t* info);
musolverStatus_t musolverDnDestroySyevjInfo(syevjInfo_t info);
musolverStatus_t musolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
musolverStatus_t musolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
musolverStatus_t musolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig);
musolverStatus_t musolverDnXsyevjGetResidual(musolverDnHandle_t handle, syevjInfo_t info,
                                             double* residual);
musolverStatus_t musolverDnXsyevjGetSweeps(musolverDnHandle_t handle, syevjInfo_t info,
                                           int* executed_sweeps);
#define MUSOLVER_ROW(P, T, R)                                                                      \
  musolverStatus_t musolverDn##P##evj_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params);                                        \
  musolverStatus_t musolverDn##P##evj(musolverDnHandle_t handle, musolverEigMode_t jobz,           \
                                      mublasFillMode_t uplo, int n, T* a, int lda, R* w, T* work,  \
                                      int lwork, int* info, syevjInfo_t params);                   \
  musolverStatus_t musolverDn##P##evjBatched_bufferSize(                                           \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params, int batch);                             \
  musolverStatus_t musolverDn##P##evjBatched(                                                      \
      musolverDnHandle_t handle, musolverEigMode_t jobz, mublasFillMode_t uplo, int n, T* a,       \
      int lda, R* w, T* work, int lwork, int* info, syevjInfo_t params, int batch);                \
  musolverStatus_t musolverDn##P##gvj_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigType_t itype, musolverEigMode_t jobz,                  \
      mublasFillMode_t uplo, int n, const T* a, int lda, const T* b, int ldb, const R* w,          \
      int* lwork, syevjInfo_t params);                                                             \
  musolverStatus_t musolverDn##P##gvj(musolverDnHandle_t handle, musolverEigType_t itype,          \
                                      musolverEigMode_t jobz, mublasFillMode_t uplo, int n, T* a,  \
                                      int lda, T* b, int ldb, R* w, T* work, int lwork, int* info, \
                                      syevjInfo_t params);
MUSASIM_SDCZ_NAMES(MUSOLVER_ROW, sy, he)
#undef MUSOLVER_ROW

// Singular values.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  musolverStatus_t musolverDn##P##gesvd_bufferSize(musolverDnHandle_t handle, int m, int n,        \
                                                   int* lwork);                                    \
  musolverStatus_t musolverDn##P##gesvd(                                                           \
      musolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T* a, int lda, \
      R* s, T* u, int ldu, T* vt, int ldvt, T* work, int lwork, R* rwork, int* info);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

musolverStatus_t musolverDnCreateGesvdjInfo(gesvdjInfo_t* info);
musolverStatus_t musolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
musolverStatus_t musolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
musolverStatus_t musolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
musolverStatus_t musolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd);
musolverStatus_t musolverDnXgesvdjGetResidual(musolverDnHandle_t handle, gesvdjInfo_t info,
                                              double* residual);
musolverStatus_t musolverDnXgesvdjGetSweeps(musolverDnHandle_t handle, gesvdjInfo_t info,
                                            int* executed_sweeps);
#define MUSOLVER_ROW(P, T, R)                                                                     \
  musolverStatus_t musolverDn##P##gesvdj_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int econ, int m, int n, const T* a,      \
      int lda, const R* s, const T* u, int ldu, const T* v, int ldv, int* lwork,                  \
      gesvdjInfo_t params);                                                                       \
  musolverStatus_t musolverDn##P##gesvdj(                                                         \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int econ, int m, int n, T* a, int lda,   \
      R* s, T* u, int ldu, T* v, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params);    \
  musolverStatus_t musolverDn##P##gesvdjBatched_bufferSize(                                       \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, const T* a, int lda,       \
      const R* s, const T* u, int ldu, const T* v, int ldv, int* lwork, gesvdjInfo_t params,      \
      int batch);                                                                                 \
  musolverStatus_t musolverDn##P##gesvdjBatched(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int m, int n, T* a, int lda, R* s, T* u, \
      int ldu, T* v, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params, int batch);     \
  musolverStatus_t musolverDn##P##gesvdaStridedBatched_bufferSize(                                \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T* d_a,    \
      int lda, long long int stride_a, const R* d_s, long long int stride_s, const T* d_u,        \
      int ldu, long long int stride_u, const T* d_v, int ldv, long long int stride_v, int* lwork, \
      int batch);                                                                                 \
  musolverStatus_t musolverDn##P##gesvdaStridedBatched(                                           \
      musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const T* d_a,    \
      int lda, long long int stride_a, R* d_s, long long int stride_s, T* d_u, int ldu,           \
      long long int stride_u, T* d_v, int ldv, long long int stride_v, T* d_work, int lwork,      \
      int* d_info, double* h_r_nrm_f, int batch);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#include "musasim/solver_qr_calls.h"
