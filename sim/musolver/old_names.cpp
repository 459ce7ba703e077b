// The functions under the names from before version 4.3: musolver_functions.h.
#include "musolver/call.h"

namespace {

mublasStatus_t to_blas(musolverStatus_t status) {
  switch (status) {
    case MUSOLVER_STATUS_SUCCESS: return MUBLAS_STATUS_SUCCESS;
    case MUSOLVER_STATUS_NOT_INITIALIZED: return MUBLAS_STATUS_INVALID_HANDLE;
    case MUSOLVER_STATUS_ALLOC_FAILED: return MUBLAS_STATUS_MEMORY_ERROR;
    case MUSOLVER_STATUS_INVALID_VALUE: return MUBLAS_STATUS_INVALID_VALUE;
    case MUSOLVER_STATUS_NOT_SUPPORTED: return MUBLAS_STATUS_NOT_IMPLEMENTED;
    default: return MUBLAS_STATUS_INTERNAL_ERROR;
  }
}

mublasStatus_t lu_size(int m, int n, size_t* size) {
  if (size == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  if (m < 0 || n < 0) {
    return MUBLAS_STATUS_INVALID_SIZE;
  }
  *size = 32 * static_cast<size_t>(std::max({1, m, n}));
  return MUBLAS_STATUS_SUCCESS;
}

}  // namespace

extern "C" {

#define DEFINE_OLD_NAMES(P, T, R)                                                                  \
  mublasStatus_t musolver##P##getrf_bufferSize(int m, int n, bool, size_t* size) {                 \
    return lu_size(m, n, size);                                                                    \
  }                                                                                                \
  mublasStatus_t musolver##P##getrf(mublasHandle_t handle, int m, int n, T* a, int lda, int* ipiv, \
                                    int* info, void*) {                                            \
    return to_blas(musolverDn##P##getrf(handle, m, n, a, lda, nullptr, ipiv, info));               \
  }                                                                                                \
  mublasStatus_t musolver##P##getrs(mublasHandle_t handle, mublasOperation_t trans, int n,         \
                                    int nrhs, const T* a, int lda, const int* ipiv, T* b, int ldb, \
                                    int* info) {                                                   \
    return to_blas(musolverDn##P##getrs(handle, trans, n, nrhs, a, lda, ipiv, b, ldb, info));      \
  }                                                                                                \
  mublasStatus_t musolver##P##potrfBatched(mublasHandle_t handle, mublasFillMode_t uplo, int n,    \
                                           T* a[], int lda, int* info, int batch) {                \
    return to_blas(musolverDn##P##potrfBatched(handle, uplo, n, a, lda, info, batch));             \
  }                                                                                                \
  mublasStatus_t musolver##P##potrs(mublasHandle_t handle, mublasFillMode_t uplo, int n, int nrhs, \
                                    const T* a, int lda, T* b, int ldb) {                          \
    return to_blas(musolverDn##P##potrs(handle, uplo, n, nrhs, a, lda, b, ldb, nullptr));          \
  }
MUSASIM_SDCZ(DEFINE_OLD_NAMES)

}  // extern "C"
