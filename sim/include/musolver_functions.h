// muSOLVER: the functions under the names that they had before version 4.3 of the platform. They take
// the handles of muBLAS and give its statuses; `buffer` is of the size that bufferSize tells, in
// elements.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "musolver_common.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// LU factorization; `pivot` says whether rows are exchanged.
mublasStatus_t musolverSgetrf_bufferSize(int m, int n, bool pivot, size_t* size);
mublasStatus_t musolverSgetrf(mublasHandle_t handle, int m, int n, float* a, int lda, int* ipiv,
                              int* info, void* buffer);
mublasStatus_t musolverDgetrf_bufferSize(int m, int n, bool pivot, size_t* size);
mublasStatus_t musolverDgetrf(mublasHandle_t handle, int m, int n, double* a, int lda, int* ipiv,
                              int* info, void* buffer);
mublasStatus_t musolverCgetrf_bufferSize(int m, int n, bool pivot, size_t* size);
mublasStatus_t musolverCgetrf(mublasHandle_t handle, int m, int n, muComplex* a, int lda, int* ipiv,
                              int* info, void* buffer);
mublasStatus_t musolverZgetrf_bufferSize(int m, int n, bool pivot, size_t* size);
mublasStatus_t musolverZgetrf(mublasHandle_t handle, int m, int n, muDoubleComplex* a, int lda,
                              int* ipiv, int* info, void* buffer);

// Solutions from it.
mublasStatus_t musolverSgetrs(mublasHandle_t handle, mublasOperation_t trans, int n, int nrhs,
                              const float* a, int lda, const int* ipiv, float* b, int ldb,
                              int* info);
mublasStatus_t musolverDgetrs(mublasHandle_t handle, mublasOperation_t trans, int n, int nrhs,
                              const double* a, int lda, const int* ipiv, double* b, int ldb,
                              int* info);
mublasStatus_t musolverCgetrs(mublasHandle_t handle, mublasOperation_t trans, int n, int nrhs,
                              const muComplex* a, int lda, const int* ipiv, muComplex* b, int ldb,
                              int* info);
mublasStatus_t musolverZgetrs(mublasHandle_t handle, mublasOperation_t trans, int n, int nrhs,
                              const muDoubleComplex* a, int lda, const int* ipiv,
                              muDoubleComplex* b, int ldb, int* info);

// Cholesky factorization of several matrices; solutions from one.
mublasStatus_t musolverSpotrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,
                                     float* a[], int lda, int* info, int batch);
mublasStatus_t musolverSpotrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                              const float* a, int lda, float* b, int ldb);
mublasStatus_t musolverDpotrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,
                                     double* a[], int lda, int* info, int batch);
mublasStatus_t musolverDpotrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                              const double* a, int lda, double* b, int ldb);
mublasStatus_t musolverCpotrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,
                                     muComplex* a[], int lda, int* info, int batch);
mublasStatus_t musolverCpotrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                              const muComplex* a, int lda, muComplex* b, int ldb);
mublasStatus_t musolverZpotrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,
                                     muDoubleComplex* a[], int lda, int* info, int batch);
mublasStatus_t musolverZpotrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs,
                              const muDoubleComplex* a, int lda, muDoubleComplex* b, int ldb);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
