// All functions of muBLAS: dense linear algebra on column-major matrices in device memory. Calls
// put their work on the handle's stream; the signatures are those of cuBLAS's second interface.
#ifndef MUBLAS_API_H_
#define MUBLAS_API_H_

#include "internal/mublas_rows.h"
#include "internal/mublas_types.h"
#include "internal/mublas_v2_names.h"

#ifdef __cplusplus
extern "C" {
#endif

// Handles. One belongs to the device that was current when it was made.
MUBLASAPI mublasStatus_t mublasCreate(mublasHandle_t* handle);
MUBLASAPI mublasStatus_t mublasDestroy(mublasHandle_t handle);
MUBLASAPI mublasStatus_t mublasSetStream(mublasHandle_t handle, musaStream_t stream);
MUBLASAPI mublasStatus_t mublasGetStream(mublasHandle_t handle, musaStream_t* stream);
MUBLASAPI mublasStatus_t mublasSetWorkspace(mublasHandle_t handle, void* workspace, size_t size);
MUBLASAPI mublasStatus_t mublasSetPointerMode(mublasHandle_t handle, mublasPointerMode_t mode);
MUBLASAPI mublasStatus_t mublasGetPointerMode(mublasHandle_t handle, mublasPointerMode_t* mode);
MUBLASAPI mublasStatus_t mublasSetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t mode);
MUBLASAPI mublasStatus_t mublasGetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t* mode);
MUBLASAPI mublasStatus_t mublasSetMathMode(mublasHandle_t handle, mublasMath_t mode);
MUBLASAPI mublasStatus_t mublasGetMathMode(mublasHandle_t handle, mublasMath_t* mode);
MUBLASAPI mublasStatus_t mublasSetSmCountTarget(mublasHandle_t handle, int smCountTarget);
MUBLASAPI mublasStatus_t mublasGetSmCountTarget(mublasHandle_t handle, int* smCountTarget);

// Versions.
MUBLASAPI mublasStatus_t mublasGetVersion(mublasHandle_t handle, int* version);
MUBLASAPI mublasStatus_t mublasGetProperty(libraryPropertyType type, int* value);
MUBLASAPI size_t mublasGetMusartVersion(void);

// Status texts and the log of calls.
MUBLASAPI const char* mublasGetStatusName(mublasStatus_t status);
MUBLASAPI const char* mublasGetStatusString(mublasStatus_t status);
MUBLASAPI const char* mublasStatus_to_string(mublasStatus_t status);
MUBLASAPI mublasStatus_t mublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                               const char* logFileName);
MUBLASAPI mublasStatus_t mublasSetLoggerCallback(mublasLogCallback userCallback);
MUBLASAPI mublasStatus_t mublasGetLoggerCallback(mublasLogCallback* userCallback);
MUBLASAPI void mublasXerbla(const char* srName, int info);

// Copies between host and device, vectors with increments and parts of matrices.
#define MUBLAS_ROW(N, S)                                                                           \
  MUBLASAPI mublasStatus_t mublasSetVector##S(N n, N elemSize, const void* x, N incx,              \
                                              void* devicePtr, N incy);                            \
  MUBLASAPI mublasStatus_t mublasGetVector##S(N n, N elemSize, const void* x, N incx, void* y,     \
                                              N incy);                                             \
  MUBLASAPI mublasStatus_t mublasSetMatrix##S(N rows, N cols, N elemSize, const void* A, N lda,    \
                                              void* B, N ldb);                                     \
  MUBLASAPI mublasStatus_t mublasGetMatrix##S(N rows, N cols, N elemSize, const void* A, N lda,    \
                                              void* B, N ldb);                                     \
  MUBLASAPI mublasStatus_t mublasSetVectorAsync##S(N n, N elemSize, const void* hostPtr, N incx,   \
                                                   void* devicePtr, N incy, musaStream_t stream);  \
  MUBLASAPI mublasStatus_t mublasGetVectorAsync##S(N n, N elemSize, const void* devicePtr, N incx, \
                                                   void* hostPtr, N incy, musaStream_t stream);    \
  MUBLASAPI mublasStatus_t mublasSetMatrixAsync##S(N rows, N cols, N elemSize, const void* A,      \
                                                   N lda, void* B, N ldb, musaStream_t stream);    \
  MUBLASAPI mublasStatus_t mublasGetMatrixAsync##S(N rows, N cols, N elemSize, const void* A,      \
                                                   N lda, void* B, N ldb, musaStream_t stream);
MUBLAS_ROW(int, )
MUBLAS_ROW(int64_t, _64)
#undef MUBLAS_ROW

#define MUBLAS_FUNCTION(NAME, FUNCTION, PARAMETERS, ARGUMENTS) \
  MUBLASAPI mublasStatus_t mublas##NAME PARAMETERS;
#include "internal/mublas_lapack.def"
#include "internal/mublas_level1.def"
#include "internal/mublas_level1_ex.def"
#include "internal/mublas_level2.def"
#include "internal/mublas_level3.def"
#include "internal/mublas_level3_ex.def"
#undef MUBLAS_FUNCTION

#ifdef __cplusplus
}  // extern "C"

// Older code gives the type that is computed with as a data type.
static inline mublasComputeType_t mublasMigrateComputeType(musaDataType_t type) {
  switch (type) {
    case MUSA_R_16F:
    case MUSA_C_16F: return MUBLAS_COMPUTE_16F;
    case MUSA_R_64F:
    case MUSA_C_64F: return MUBLAS_COMPUTE_64F;
    case MUSA_R_32I:
    case MUSA_C_32I: return MUBLAS_COMPUTE_32I;
    default: return MUBLAS_COMPUTE_32F;
  }
}

static inline mublasStatus_t mublasGemmEx(mublasHandle_t handle, mublasOperation_t transa,
                                          mublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* A, musaDataType_t Atype,
                                          int lda, const void* B, musaDataType_t Btype, int ldb,
                                          const void* beta, void* C, musaDataType_t Ctype, int ldc,
                                          musaDataType_t computeType, mublasGemmAlgo_t algo) {
  return mublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C,
                      Ctype, ldc, mublasMigrateComputeType(computeType), algo);
}

static inline mublasStatus_t mublasGemmBatchedEx(
    mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* const A[], musaDataType_t Atype, int lda, const void* const B[],
    musaDataType_t Btype, int ldb, const void* beta, void* const C[], musaDataType_t Ctype, int ldc,
    int batchCount, musaDataType_t computeType, mublasGemmAlgo_t algo) {
  return mublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb,
                             beta, C, Ctype, ldc, batchCount, mublasMigrateComputeType(computeType),
                             algo);
}

static inline mublasStatus_t mublasGemmStridedBatchedEx(
    mublasHandle_t handle, mublasOperation_t transa, mublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, musaDataType_t Atype, int lda, long long int strideA,
    const void* B, musaDataType_t Btype, int ldb, long long int strideB, const void* beta, void* C,
    musaDataType_t Ctype, int ldc, long long int strideC, int batchCount,
    musaDataType_t computeType, mublasGemmAlgo_t algo) {
  return mublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA,
                                    B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC,
                                    batchCount, mublasMigrateComputeType(computeType), algo);
}
#endif

#endif  // MUBLAS_API_H_
