// muSOLVER, dense matrices: the functions by type. Matrices lie by columns; `info` is in device memory.
#pragma once

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
musolverStatus_t musolverDnSpotrf_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, float* a, int lda, int* lwork);
musolverStatus_t musolverDnDpotrf_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, double* a, int lda, int* lwork);
musolverStatus_t musolverDnCpotrf_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, muComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnZpotrf_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, muDoubleComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnSpotrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, float* a,
                                  int lda, float* workspace, int lwork, int* info);
musolverStatus_t musolverDnDpotrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  double* a, int lda, double* workspace, int lwork, int* info);
musolverStatus_t musolverDnCpotrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muComplex* a, int lda, muComplex* workspace, int lwork,
                                  int* info);
musolverStatus_t musolverDnZpotrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muDoubleComplex* a, int lda, muDoubleComplex* workspace,
                                  int lwork, int* info);
musolverStatus_t musolverDnSpotrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                                  const float* a, int lda, float* b, int ldb, int* info);
musolverStatus_t musolverDnDpotrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                                  const double* a, int lda, double* b, int ldb, int* info);
musolverStatus_t musolverDnCpotrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                                  const muComplex* a, int lda, muComplex* b, int ldb, int* info);
musolverStatus_t musolverDnZpotrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                                  const muDoubleComplex* a, int lda, muDoubleComplex* b, int ldb,
                                  int* info);
musolverStatus_t musolverDnSpotrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         float** a, int lda, int* info_array, int batch);
musolverStatus_t musolverDnDpotrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         double** a, int lda, int* info_array, int batch);
musolverStatus_t musolverDnCpotrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         muComplex** a, int lda, int* info_array, int batch);
musolverStatus_t musolverDnZpotrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         muDoubleComplex** a, int lda, int* info_array, int batch);
musolverStatus_t musolverDnSpotrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         int nrhs, float** a, int lda, float** b, int ldb,
                                         int* d_info, int batch);
musolverStatus_t musolverDnDpotrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         int nrhs, double** a, int lda, double** b, int ldb,
                                         int* d_info, int batch);
musolverStatus_t musolverDnCpotrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         int nrhs, muComplex** a, int lda, muComplex** b, int ldb,
                                         int* d_info, int batch);
musolverStatus_t musolverDnZpotrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                         int nrhs, muDoubleComplex** a, int lda,
                                         muDoubleComplex** b, int ldb, int* d_info, int batch);
musolverStatus_t musolverDnSpotri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, float* a, int lda, int* lwork);
musolverStatus_t musolverDnDpotri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, double* a, int lda, int* lwork);
musolverStatus_t musolverDnCpotri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, muComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnZpotri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int n, muDoubleComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnSpotri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, float* a,
                                  int lda, float* work, int lwork, int* info);
musolverStatus_t musolverDnDpotri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  double* a, int lda, double* work, int lwork, int* info);
musolverStatus_t musolverDnCpotri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muComplex* a, int lda, muComplex* work, int lwork, int* info);
musolverStatus_t musolverDnZpotri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muDoubleComplex* a, int lda, muDoubleComplex* work, int lwork,
                                  int* info);
// LU factorization. Without `ipiv` rows are not exchanged.
musolverStatus_t musolverDnSgetrf_bufferSize(musolverDnHandle_t handle, int m, int n, float* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnDgetrf_bufferSize(musolverDnHandle_t handle, int m, int n, double* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnCgetrf_bufferSize(musolverDnHandle_t handle, int m, int n, muComplex* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnZgetrf_bufferSize(musolverDnHandle_t handle, int m, int n,
                                             muDoubleComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnSgetrf(musolverDnHandle_t handle, int m, int n, float* a, int lda,
                                  float* workspace, int* ipiv, int* info);
musolverStatus_t musolverDnDgetrf(musolverDnHandle_t handle, int m, int n, double* a, int lda,
                                  double* workspace, int* ipiv, int* info);
musolverStatus_t musolverDnCgetrf(musolverDnHandle_t handle, int m, int n, muComplex* a, int lda,
                                  muComplex* workspace, int* ipiv, int* info);
musolverStatus_t musolverDnZgetrf(musolverDnHandle_t handle, int m, int n, muDoubleComplex* a,
                                  int lda, muDoubleComplex* workspace, int* ipiv, int* info);
musolverStatus_t musolverDnSgetrs(musolverDnHandle_t handle, mublasOperation_t trans, int n,
                                  int nrhs, const float* a, int lda, const int* ipiv, float* b,
                                  int ldb, int* info);
musolverStatus_t musolverDnDgetrs(musolverDnHandle_t handle, mublasOperation_t trans, int n,
                                  int nrhs, const double* a, int lda, const int* ipiv, double* b,
                                  int ldb, int* info);
musolverStatus_t musolverDnCgetrs(musolverDnHandle_t handle, mublasOperation_t trans, int n,
                                  int nrhs, const muComplex* a, int lda, const int* ipiv,
                                  muComplex* b, int ldb, int* info);
musolverStatus_t musolverDnZgetrs(musolverDnHandle_t handle, mublasOperation_t trans, int n,
                                  int nrhs, const muDoubleComplex* a, int lda, const int* ipiv,
                                  muDoubleComplex* b, int ldb, int* info);
musolverStatus_t musolverDnSlaswp(musolverDnHandle_t handle, int n, float* a, int lda, int k1,
                                  int k2, const int* ipiv, int incx);
musolverStatus_t musolverDnDlaswp(musolverDnHandle_t handle, int n, double* a, int lda, int k1,
                                  int k2, const int* ipiv, int incx);
musolverStatus_t musolverDnClaswp(musolverDnHandle_t handle, int n, muComplex* a, int lda, int k1,
                                  int k2, const int* ipiv, int incx);
musolverStatus_t musolverDnZlaswp(musolverDnHandle_t handle, int n, muDoubleComplex* a, int lda,
                                  int k1, int k2, const int* ipiv, int incx);
// QR factorization.
musolverStatus_t musolverDnSgeqrf_bufferSize(musolverDnHandle_t handle, int m, int n, float* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnDgeqrf_bufferSize(musolverDnHandle_t handle, int m, int n, double* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnCgeqrf_bufferSize(musolverDnHandle_t handle, int m, int n, muComplex* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnZgeqrf_bufferSize(musolverDnHandle_t handle, int m, int n,
                                             muDoubleComplex* a, int lda, int* lwork);
musolverStatus_t musolverDnSgeqrf(musolverDnHandle_t handle, int m, int n, float* a, int lda,
                                  float* tau, float* workspace, int lwork, int* info);
musolverStatus_t musolverDnDgeqrf(musolverDnHandle_t handle, int m, int n, double* a, int lda,
                                  double* tau, double* workspace, int lwork, int* info);
musolverStatus_t musolverDnCgeqrf(musolverDnHandle_t handle, int m, int n, muComplex* a, int lda,
                                  muComplex* tau, muComplex* workspace, int lwork, int* info);
musolverStatus_t musolverDnZgeqrf(musolverDnHandle_t handle, int m, int n, muDoubleComplex* a,
                                  int lda, muDoubleComplex* tau, muDoubleComplex* workspace,
                                  int lwork, int* info);
musolverStatus_t musolverDnSorgqr_bufferSize(musolverDnHandle_t handle, int m, int n, int k,
                                             const float* a, int lda, const float* tau, int* lwork);
musolverStatus_t musolverDnDorgqr_bufferSize(musolverDnHandle_t handle, int m, int n, int k,
                                             const double* a, int lda, const double* tau,
                                             int* lwork);
musolverStatus_t musolverDnCungqr_bufferSize(musolverDnHandle_t handle, int m, int n, int k,
                                             const muComplex* a, int lda, const muComplex* tau,
                                             int* lwork);
musolverStatus_t musolverDnZungqr_bufferSize(musolverDnHandle_t handle, int m, int n, int k,
                                             const muDoubleComplex* a, int lda,
                                             const muDoubleComplex* tau, int* lwork);
musolverStatus_t musolverDnSorgqr(musolverDnHandle_t handle, int m, int n, int k, float* a, int lda,
                                  const float* tau, float* work, int lwork, int* info);
musolverStatus_t musolverDnDorgqr(musolverDnHandle_t handle, int m, int n, int k, double* a,
                                  int lda, const double* tau, double* work, int lwork, int* info);
musolverStatus_t musolverDnCungqr(musolverDnHandle_t handle, int m, int n, int k, muComplex* a,
                                  int lda, const muComplex* tau, muComplex* work, int lwork,
                                  int* info);
musolverStatus_t musolverDnZungqr(musolverDnHandle_t handle, int m, int n, int k,
                                  muDoubleComplex* a, int lda, const muDoubleComplex* tau,
                                  muDoubleComplex* work, int lwork, int* info);
musolverStatus_t musolverDnSormqr_bufferSize(musolverDnHandle_t handle, mublasSideMode_t side,
                                             mublasOperation_t trans, int m, int n, int k,
                                             const float* a, int lda, const float* tau,
                                             const float* c, int ldc, int* lwork);
musolverStatus_t musolverDnDormqr_bufferSize(musolverDnHandle_t handle, mublasSideMode_t side,
                                             mublasOperation_t trans, int m, int n, int k,
                                             const double* a, int lda, const double* tau,
                                             const double* c, int ldc, int* lwork);
musolverStatus_t musolverDnCunmqr_bufferSize(musolverDnHandle_t handle, mublasSideMode_t side,
                                             mublasOperation_t trans, int m, int n, int k,
                                             const muComplex* a, int lda, const muComplex* tau,
                                             const muComplex* c, int ldc, int* lwork);
musolverStatus_t musolverDnZunmqr_bufferSize(musolverDnHandle_t handle, mublasSideMode_t side,
                                             mublasOperation_t trans, int m, int n, int k,
                                             const muDoubleComplex* a, int lda,
                                             const muDoubleComplex* tau, const muDoubleComplex* c,
                                             int ldc, int* lwork);
musolverStatus_t musolverDnSormqr(musolverDnHandle_t handle, mublasSideMode_t side,
                                  mublasOperation_t trans, int m, int n, int k, const float* a,
                                  int lda, const float* tau, float* c, int ldc, float* work,
                                  int lwork, int* info);
musolverStatus_t musolverDnDormqr(musolverDnHandle_t handle, mublasSideMode_t side,
                                  mublasOperation_t trans, int m, int n, int k, const double* a,
                                  int lda, const double* tau, double* c, int ldc, double* work,
                                  int lwork, int* info);
musolverStatus_t musolverDnCunmqr(musolverDnHandle_t handle, mublasSideMode_t side,
                                  mublasOperation_t trans, int m, int n, int k, const muComplex* a,
                                  int lda, const muComplex* tau, muComplex* c, int ldc,
                                  muComplex* work, int lwork, int* info);
musolverStatus_t musolverDnZunmqr(musolverDnHandle_t handle, mublasSideMode_t side,
                                  mublasOperation_t trans, int m, int n, int k,
                                  const muDoubleComplex* a, int lda, const muDoubleComplex* tau,
                                  muDoubleComplex* c, int ldc, muDoubleComplex* work, int lwork,
                                  int* info);
// Factorization of symmetric matrices that are not definite.
musolverStatus_t musolverDnSsytrf_bufferSize(musolverDnHandle_t handle, int n, float* a, int lda,
                                             int* lwork);
musolverStatus_t musolverDnDsytrf_bufferSize(musolverDnHandle_t handle, int n, double* a, int lda,
                                             int* lwork);
musolverStatus_t musolverDnCsytrf_bufferSize(musolverDnHandle_t handle, int n, muComplex* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnZsytrf_bufferSize(musolverDnHandle_t handle, int n, muDoubleComplex* a,
                                             int lda, int* lwork);
musolverStatus_t musolverDnSsytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, float* a,
                                  int lda, int* ipiv, float* work, int lwork, int* info);
musolverStatus_t musolverDnDsytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  double* a, int lda, int* ipiv, double* work, int lwork,
                                  int* info);
musolverStatus_t musolverDnCsytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muComplex* a, int lda, int* ipiv, muComplex* work, int lwork,
                                  int* info);
musolverStatus_t musolverDnZsytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                                  muDoubleComplex* a, int lda, int* ipiv, muDoubleComplex* work,
                                  int lwork, int* info);
// Eigenvalues of symmetric and Hermitian matrices.
musolverStatus_t musolverDnSsyevd_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const float* a, int lda,
                                             const float* w, int* lwork);
musolverStatus_t musolverDnDsyevd_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const double* a, int lda,
                                             const double* w, int* lwork);
musolverStatus_t musolverDnCheevd_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const muComplex* a,
                                             int lda, const float* w, int* lwork);
musolverStatus_t musolverDnZheevd_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const muDoubleComplex* a,
                                             int lda, const double* w, int* lwork);
musolverStatus_t musolverDnSsyevd(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, float* a, int lda, float* w,
                                  float* work, int lwork, int* info);
musolverStatus_t musolverDnDsyevd(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, double* a, int lda, double* w,
                                  double* work, int lwork, int* info);
musolverStatus_t musolverDnCheevd(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, muComplex* a, int lda, float* w,
                                  muComplex* work, int lwork, int* info);
musolverStatus_t musolverDnZheevd(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, muDoubleComplex* a, int lda,
                                  double* w, muDoubleComplex* work, int lwork, int* info);
musolverStatus_t musolverDnSsyevdx_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              musolverEigRange_t range, mublasFillMode_t uplo,
                                              int n, const float* a, int lda, float vl, float vu,
                                              int il, int iu, int* meig, const float* w,
                                              int* lwork);
musolverStatus_t musolverDnDsyevdx_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              musolverEigRange_t range, mublasFillMode_t uplo,
                                              int n, const double* a, int lda, double vl, double vu,
                                              int il, int iu, int* meig, const double* w,
                                              int* lwork);
musolverStatus_t musolverDnCheevdx_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              musolverEigRange_t range, mublasFillMode_t uplo,
                                              int n, const muComplex* a, int lda, float vl,
                                              float vu, int il, int iu, int* meig, const float* w,
                                              int* lwork);
musolverStatus_t musolverDnZheevdx_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              musolverEigRange_t range, mublasFillMode_t uplo,
                                              int n, const muDoubleComplex* a, int lda, double vl,
                                              double vu, int il, int iu, int* meig, const double* w,
                                              int* lwork);
musolverStatus_t musolverDnSsyevdx(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                   musolverEigRange_t range, mublasFillMode_t uplo, int n, float* a,
                                   int lda, float vl, float vu, int il, int iu, int* meig, float* w,
                                   float* work, int lwork, int* info);
musolverStatus_t musolverDnDsyevdx(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                   musolverEigRange_t range, mublasFillMode_t uplo, int n,
                                   double* a, int lda, double vl, double vu, int il, int iu,
                                   int* meig, double* w, double* work, int lwork, int* info);
musolverStatus_t musolverDnCheevdx(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                   musolverEigRange_t range, mublasFillMode_t uplo, int n,
                                   muComplex* a, int lda, float vl, float vu, int il, int iu,
                                   int* meig, float* w, muComplex* work, int lwork, int* info);
musolverStatus_t musolverDnZheevdx(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                   musolverEigRange_t range, mublasFillMode_t uplo, int n,
                                   muDoubleComplex* a, int lda, double vl, double vu, int il,
                                   int iu, int* meig, double* w, muDoubleComplex* work, int lwork,
                                   int* info);
musolverStatus_t musolverDnSsygvd_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const float* a, int lda, const float* b, int ldb,
                                             const float* w, int* lwork);
musolverStatus_t musolverDnDsygvd_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const double* a, int lda, const double* b, int ldb,
                                             const double* w, int* lwork);
musolverStatus_t musolverDnChegvd_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const muComplex* a, int lda, const muComplex* b,
                                             int ldb, const float* w, int* lwork);
musolverStatus_t musolverDnZhegvd_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const muDoubleComplex* a, int lda,
                                             const muDoubleComplex* b, int ldb, const double* w,
                                             int* lwork);
musolverStatus_t musolverDnSsygvd(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n, float* a,
                                  int lda, float* b, int ldb, float* w, float* work, int lwork,
                                  int* info);
musolverStatus_t musolverDnDsygvd(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n, double* a,
                                  int lda, double* b, int ldb, double* w, double* work, int lwork,
                                  int* info);
musolverStatus_t musolverDnChegvd(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                  muComplex* a, int lda, muComplex* b, int ldb, float* w,
                                  muComplex* work, int lwork, int* info);
musolverStatus_t musolverDnZhegvd(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                  muDoubleComplex* a, int lda, muDoubleComplex* b, int ldb,
                                  double* w, muDoubleComplex* work, int lwork, int* info);
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
musolverStatus_t musolverDnSsyevj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const float* a, int lda,
                                             const float* w, int* lwork, syevjInfo_t params);
musolverStatus_t musolverDnDsyevj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const double* a, int lda,
                                             const double* w, int* lwork, syevjInfo_t params);
musolverStatus_t musolverDnCheevj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const muComplex* a,
                                             int lda, const float* w, int* lwork,
                                             syevjInfo_t params);
musolverStatus_t musolverDnZheevj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                             mublasFillMode_t uplo, int n, const muDoubleComplex* a,
                                             int lda, const double* w, int* lwork,
                                             syevjInfo_t params);
musolverStatus_t musolverDnSsyevj(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, float* a, int lda, float* w,
                                  float* work, int lwork, int* info, syevjInfo_t params);
musolverStatus_t musolverDnDsyevj(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, double* a, int lda, double* w,
                                  double* work, int lwork, int* info, syevjInfo_t params);
musolverStatus_t musolverDnCheevj(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, muComplex* a, int lda, float* w,
                                  muComplex* work, int lwork, int* info, syevjInfo_t params);
musolverStatus_t musolverDnZheevj(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                  mublasFillMode_t uplo, int n, muDoubleComplex* a, int lda,
                                  double* w, muDoubleComplex* work, int lwork, int* info,
                                  syevjInfo_t params);
musolverStatus_t musolverDnSsyevjBatched_bufferSize(musolverDnHandle_t handle,
                                                    musolverEigMode_t jobz, mublasFillMode_t uplo,
                                                    int n, const float* a, int lda, const float* w,
                                                    int* lwork, syevjInfo_t params, int batch);
musolverStatus_t musolverDnDsyevjBatched_bufferSize(musolverDnHandle_t handle,
                                                    musolverEigMode_t jobz, mublasFillMode_t uplo,
                                                    int n, const double* a, int lda,
                                                    const double* w, int* lwork, syevjInfo_t params,
                                                    int batch);
musolverStatus_t musolverDnCheevjBatched_bufferSize(musolverDnHandle_t handle,
                                                    musolverEigMode_t jobz, mublasFillMode_t uplo,
                                                    int n, const muComplex* a, int lda,
                                                    const float* w, int* lwork, syevjInfo_t params,
                                                    int batch);
musolverStatus_t musolverDnZheevjBatched_bufferSize(musolverDnHandle_t handle,
                                                    musolverEigMode_t jobz, mublasFillMode_t uplo,
                                                    int n, const muDoubleComplex* a, int lda,
                                                    const double* w, int* lwork, syevjInfo_t params,
                                                    int batch);
musolverStatus_t musolverDnSsyevjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                         mublasFillMode_t uplo, int n, float* a, int lda, float* w,
                                         float* work, int lwork, int* info, syevjInfo_t params,
                                         int batch);
musolverStatus_t musolverDnDsyevjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                         mublasFillMode_t uplo, int n, double* a, int lda,
                                         double* w, double* work, int lwork, int* info,
                                         syevjInfo_t params, int batch);
musolverStatus_t musolverDnCheevjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                         mublasFillMode_t uplo, int n, muComplex* a, int lda,
                                         float* w, muComplex* work, int lwork, int* info,
                                         syevjInfo_t params, int batch);
musolverStatus_t musolverDnZheevjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                         mublasFillMode_t uplo, int n, muDoubleComplex* a, int lda,
                                         double* w, muDoubleComplex* work, int lwork, int* info,
                                         syevjInfo_t params, int batch);
musolverStatus_t musolverDnSsygvj_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const float* a, int lda, const float* b, int ldb,
                                             const float* w, int* lwork, syevjInfo_t params);
musolverStatus_t musolverDnDsygvj_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const double* a, int lda, const double* b, int ldb,
                                             const double* w, int* lwork, syevjInfo_t params);
musolverStatus_t musolverDnChegvj_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const muComplex* a, int lda, const muComplex* b,
                                             int ldb, const float* w, int* lwork,
                                             syevjInfo_t params);
musolverStatus_t musolverDnZhegvj_bufferSize(musolverDnHandle_t handle, musolverEigType_t itype,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                             const muDoubleComplex* a, int lda,
                                             const muDoubleComplex* b, int ldb, const double* w,
                                             int* lwork, syevjInfo_t params);
musolverStatus_t musolverDnSsygvj(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n, float* a,
                                  int lda, float* b, int ldb, float* w, float* work, int lwork,
                                  int* info, syevjInfo_t params);
musolverStatus_t musolverDnDsygvj(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n, double* a,
                                  int lda, double* b, int ldb, double* w, double* work, int lwork,
                                  int* info, syevjInfo_t params);
musolverStatus_t musolverDnChegvj(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                  muComplex* a, int lda, muComplex* b, int ldb, float* w,
                                  muComplex* work, int lwork, int* info, syevjInfo_t params);
musolverStatus_t musolverDnZhegvj(musolverDnHandle_t handle, musolverEigType_t itype,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int n,
                                  muDoubleComplex* a, int lda, muDoubleComplex* b, int ldb,
                                  double* w, muDoubleComplex* work, int lwork, int* info,
                                  syevjInfo_t params);
// Singular values.
musolverStatus_t musolverDnSgesvd_bufferSize(musolverDnHandle_t handle, int m, int n, int* lwork);
musolverStatus_t musolverDnDgesvd_bufferSize(musolverDnHandle_t handle, int m, int n, int* lwork);
musolverStatus_t musolverDnCgesvd_bufferSize(musolverDnHandle_t handle, int m, int n, int* lwork);
musolverStatus_t musolverDnZgesvd_bufferSize(musolverDnHandle_t handle, int m, int n, int* lwork);
musolverStatus_t musolverDnSgesvd(musolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, float* a, int lda, float* s, float* u, int ldu,
                                  float* vt, int ldvt, float* work, int lwork, float* rwork,
                                  int* info);
musolverStatus_t musolverDnDgesvd(musolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, double* a, int lda, double* s, double* u, int ldu,
                                  double* vt, int ldvt, double* work, int lwork, double* rwork,
                                  int* info);
musolverStatus_t musolverDnCgesvd(musolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, muComplex* a, int lda, float* s, muComplex* u,
                                  int ldu, muComplex* vt, int ldvt, muComplex* work, int lwork,
                                  float* rwork, int* info);
musolverStatus_t musolverDnZgesvd(musolverDnHandle_t handle, signed char jobu, signed char jobvt,
                                  int m, int n, muDoubleComplex* a, int lda, double* s,
                                  muDoubleComplex* u, int ldu, muDoubleComplex* vt, int ldvt,
                                  muDoubleComplex* work, int lwork, double* rwork, int* info);
musolverStatus_t musolverDnCreateGesvdjInfo(gesvdjInfo_t* info);
musolverStatus_t musolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
musolverStatus_t musolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
musolverStatus_t musolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
musolverStatus_t musolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd);
musolverStatus_t musolverDnXgesvdjGetResidual(musolverDnHandle_t handle, gesvdjInfo_t info,
                                              double* residual);
musolverStatus_t musolverDnXgesvdjGetSweeps(musolverDnHandle_t handle, gesvdjInfo_t info,
                                            int* executed_sweeps);
musolverStatus_t musolverDnSgesvdj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              int econ, int m, int n, const float* a, int lda,
                                              const float* s, const float* u, int ldu,
                                              const float* v, int ldv, int* lwork,
                                              gesvdjInfo_t params);
musolverStatus_t musolverDnDgesvdj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              int econ, int m, int n, const double* a, int lda,
                                              const double* s, const double* u, int ldu,
                                              const double* v, int ldv, int* lwork,
                                              gesvdjInfo_t params);
musolverStatus_t musolverDnCgesvdj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              int econ, int m, int n, const muComplex* a, int lda,
                                              const float* s, const muComplex* u, int ldu,
                                              const muComplex* v, int ldv, int* lwork,
                                              gesvdjInfo_t params);
musolverStatus_t musolverDnZgesvdj_bufferSize(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                              int econ, int m, int n, const muDoubleComplex* a,
                                              int lda, const double* s, const muDoubleComplex* u,
                                              int ldu, const muDoubleComplex* v, int ldv,
                                              int* lwork, gesvdjInfo_t params);
musolverStatus_t musolverDnSgesvdj(musolverDnHandle_t handle, musolverEigMode_t jobz, int econ,
                                   int m, int n, float* a, int lda, float* s, float* u, int ldu,
                                   float* v, int ldv, float* work, int lwork, int* info,
                                   gesvdjInfo_t params);
musolverStatus_t musolverDnDgesvdj(musolverDnHandle_t handle, musolverEigMode_t jobz, int econ,
                                   int m, int n, double* a, int lda, double* s, double* u, int ldu,
                                   double* v, int ldv, double* work, int lwork, int* info,
                                   gesvdjInfo_t params);
musolverStatus_t musolverDnCgesvdj(musolverDnHandle_t handle, musolverEigMode_t jobz, int econ,
                                   int m, int n, muComplex* a, int lda, float* s, muComplex* u,
                                   int ldu, muComplex* v, int ldv, muComplex* work, int lwork,
                                   int* info, gesvdjInfo_t params);
musolverStatus_t musolverDnZgesvdj(musolverDnHandle_t handle, musolverEigMode_t jobz, int econ,
                                   int m, int n, muDoubleComplex* a, int lda, double* s,
                                   muDoubleComplex* u, int ldu, muDoubleComplex* v, int ldv,
                                   muDoubleComplex* work, int lwork, int* info,
                                   gesvdjInfo_t params);
musolverStatus_t musolverDnSgesvdjBatched_bufferSize(musolverDnHandle_t handle,
                                                     musolverEigMode_t jobz, int m, int n,
                                                     const float* a, int lda, const float* s,
                                                     const float* u, int ldu, const float* v,
                                                     int ldv, int* lwork, gesvdjInfo_t params,
                                                     int batch);
musolverStatus_t musolverDnDgesvdjBatched_bufferSize(musolverDnHandle_t handle,
                                                     musolverEigMode_t jobz, int m, int n,
                                                     const double* a, int lda, const double* s,
                                                     const double* u, int ldu, const double* v,
                                                     int ldv, int* lwork, gesvdjInfo_t params,
                                                     int batch);
musolverStatus_t musolverDnCgesvdjBatched_bufferSize(musolverDnHandle_t handle,
                                                     musolverEigMode_t jobz, int m, int n,
                                                     const muComplex* a, int lda, const float* s,
                                                     const muComplex* u, int ldu,
                                                     const muComplex* v, int ldv, int* lwork,
                                                     gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnZgesvdjBatched_bufferSize(musolverDnHandle_t handle,
                                                     musolverEigMode_t jobz, int m, int n,
                                                     const muDoubleComplex* a, int lda,
                                                     const double* s, const muDoubleComplex* u,
                                                     int ldu, const muDoubleComplex* v, int ldv,
                                                     int* lwork, gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnSgesvdjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz, int m,
                                          int n, float* a, int lda, float* s, float* u, int ldu,
                                          float* v, int ldv, float* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnDgesvdjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz, int m,
                                          int n, double* a, int lda, double* s, double* u, int ldu,
                                          double* v, int ldv, double* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnCgesvdjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz, int m,
                                          int n, muComplex* a, int lda, float* s, muComplex* u,
                                          int ldu, muComplex* v, int ldv, muComplex* work,
                                          int lwork, int* info, gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnZgesvdjBatched(musolverDnHandle_t handle, musolverEigMode_t jobz, int m,
                                          int n, muDoubleComplex* a, int lda, double* s,
                                          muDoubleComplex* u, int ldu, muDoubleComplex* v, int ldv,
                                          muDoubleComplex* work, int lwork, int* info,
                                          gesvdjInfo_t params, int batch);
musolverStatus_t musolverDnSgesvdaStridedBatched_bufferSize(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const float* d_a,
    int lda, long long int stride_a, const float* d_s, long long int stride_s, const float* d_u,
    int ldu, long long int stride_u, const float* d_v, int ldv, long long int stride_v, int* lwork,
    int batch);
musolverStatus_t musolverDnDgesvdaStridedBatched_bufferSize(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const double* d_a,
    int lda, long long int stride_a, const double* d_s, long long int stride_s, const double* d_u,
    int ldu, long long int stride_u, const double* d_v, int ldv, long long int stride_v, int* lwork,
    int batch);
musolverStatus_t musolverDnCgesvdaStridedBatched_bufferSize(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const muComplex* d_a,
    int lda, long long int stride_a, const float* d_s, long long int stride_s, const muComplex* d_u,
    int ldu, long long int stride_u, const muComplex* d_v, int ldv, long long int stride_v,
    int* lwork, int batch);
musolverStatus_t musolverDnZgesvdaStridedBatched_bufferSize(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n,
    const muDoubleComplex* d_a, int lda, long long int stride_a, const double* d_s,
    long long int stride_s, const muDoubleComplex* d_u, int ldu, long long int stride_u,
    const muDoubleComplex* d_v, int ldv, long long int stride_v, int* lwork, int batch);
musolverStatus_t musolverDnSgesvdaStridedBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                                 int rank, int m, int n, const float* d_a, int lda,
                                                 long long int stride_a, float* d_s,
                                                 long long int stride_s, float* d_u, int ldu,
                                                 long long int stride_u, float* d_v, int ldv,
                                                 long long int stride_v, float* d_work, int lwork,
                                                 int* d_info, double* h_r_nrm_f, int batch);
musolverStatus_t musolverDnDgesvdaStridedBatched(musolverDnHandle_t handle, musolverEigMode_t jobz,
                                                 int rank, int m, int n, const double* d_a, int lda,
                                                 long long int stride_a, double* d_s,
                                                 long long int stride_s, double* d_u, int ldu,
                                                 long long int stride_u, double* d_v, int ldv,
                                                 long long int stride_v, double* d_work, int lwork,
                                                 int* d_info, double* h_r_nrm_f, int batch);
musolverStatus_t musolverDnCgesvdaStridedBatched(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n, const muComplex* d_a,
    int lda, long long int stride_a, float* d_s, long long int stride_s, muComplex* d_u, int ldu,
    long long int stride_u, muComplex* d_v, int ldv, long long int stride_v, muComplex* d_work,
    int lwork, int* d_info, double* h_r_nrm_f, int batch);
musolverStatus_t musolverDnZgesvdaStridedBatched(
    musolverDnHandle_t handle, musolverEigMode_t jobz, int rank, int m, int n,
    const muDoubleComplex* d_a, int lda, long long int stride_a, double* d_s,
    long long int stride_s, muDoubleComplex* d_u, int ldu, long long int stride_u,
    muDoubleComplex* d_v, int ldv, long long int stride_v, muDoubleComplex* d_work, int lwork,
    int* d_info, double* h_r_nrm_f, int batch);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#include "musasim/solver_qr_calls.h"
