// muSOLVER: the functions under the names that they had before version 4.3 of the platform. They take
// the handles of muBLAS and give its statuses; `buffer` is of the size that bufferSize tells, in
// elements.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "internal/element_types.h"
#include "musolver_common.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// LU factorization; `pivot` says whether rows are exchanged.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  mublasStatus_t musolver##P##getrf_bufferSize(int m, int n, bool pivot, size_t* size);            \
  mublasStatus_t musolver##P##getrf(mublasHandle_t handle, int m, int n, T* a, int lda, int* ipiv, \
                                    int* info, void* buffer);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

// Solutions from it.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  mublasStatus_t musolver##P##getrs(mublasHandle_t handle, mublasOperation_t trans, int n,         \
                                    int nrhs, const T* a, int lda, const int* ipiv, T* b, int ldb, \
                                    int* info);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

// Cholesky factorization of several matrices; solutions from one.
#define MUSOLVER_ROW(P, T, R)                                                                      \
  mublasStatus_t musolver##P##potrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,    \
                                           T* a[], int lda, int* info, int batch);                 \
  mublasStatus_t musolver##P##potrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs, \
                                    const T* a, int lda, T* b, int ldb);
MUSASIM_SDCZ(MUSOLVER_ROW)
#undef MUSOLVER_ROW

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
