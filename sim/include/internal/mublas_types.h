// Types and constants of muBLAS. The operation, fill, diagonal and side constants have the values
// that CBLAS gives them, the compute types those of cuBLAS.
#ifndef MUBLAS_TYPES_H_
#define MUBLAS_TYPES_H_

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"
#include "library_types.h"
#include "muComplex.h"
#include "musa_bf16.h"
#include "musa_fp16.h"

#ifndef MUBLASWINAPI
#define MUBLASWINAPI
#endif
#ifndef MUBLAS_EXPORT
#define MUBLAS_EXPORT __attribute__((visibility("default")))
#endif
#ifndef MUBLASAPI
#define MUBLASAPI MUBLAS_EXPORT
#endif

#define MUBLAS_VER_MAJOR 1
#define MUBLAS_VER_MINOR 10
#define MUBLAS_VER_PATCH 6
#define MUBLAS_VER_BUILD 0
#define MUBLAS_VERSION (MUBLAS_VER_MAJOR * 10000 + MUBLAS_VER_MINOR * 100 + MUBLAS_VER_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t mublas_int;
typedef int64_t mublas_stride;
typedef __half mublas_half;
typedef __mt_bfloat16 mublas_bfloat16;
typedef muComplex mublas_float_complex;
typedef muDoubleComplex mublas_double_complex;

struct _mublasHandle_t;
typedef struct _mublasHandle_t* mublasHandle_t;

// The first fourteen are what the platform gives; the others exist for code that comes from cuBLAS.
typedef enum mublasStatus {
  MUBLAS_STATUS_SUCCESS = 0,
  MUBLAS_STATUS_INVALID_HANDLE = 1,
  MUBLAS_STATUS_NOT_IMPLEMENTED = 2,
  MUBLAS_STATUS_INVALID_POINTER = 3,
  MUBLAS_STATUS_INVALID_SIZE = 4,
  MUBLAS_STATUS_MEMORY_ERROR = 5,
  MUBLAS_STATUS_INTERNAL_ERROR = 6,
  MUBLAS_STATUS_PERF_DEGRADED = 7,
  MUBLAS_STATUS_SIZE_QUERY_MISMATCH = 8,
  MUBLAS_STATUS_SIZE_INCREASED = 9,
  MUBLAS_STATUS_SIZE_UNCHANGED = 10,
  MUBLAS_STATUS_INVALID_VALUE = 11,
  MUBLAS_STATUS_CONTINUE = 12,
  MUBLAS_STATUS_CHECK_NUMERICS_FAIL = 13,
  MUBLAS_STATUS_EXCLUDED_FROM_BUILD = 14,
  MUBLAS_STATUS_ARCH_MISMATCH = 15,
  MUBLAS_STATUS_NOT_INITIALIZED = 16,
  MUBLAS_STATUS_ALLOC_FAILED = 17,
  MUBLAS_STATUS_MAPPING_ERROR = 18,
  MUBLAS_STATUS_EXECUTION_FAILED = 19,
  MUBLAS_STATUS_NOT_SUPPORTED = 20,
  MUBLAS_STATUS_LICENSE_ERROR = 21
} mublasStatus;
typedef mublasStatus mublasStatus_t;

typedef enum mublasOperation_t {
  MUBLAS_OP_N = 111,
  MUBLAS_OP_T = 112,
  MUBLAS_OP_C = 113,
  MUBLAS_OP_HERMITAN = 113,
  MUBLAS_OP_CONJG = 114
} mublasOperation_t;

typedef enum mublasFillMode_t {
  MUBLAS_FILL_MODE_UPPER = 121,
  MUBLAS_FILL_MODE_LOWER = 122,
  MUBLAS_FILL_MODE_FULL = 123
} mublasFillMode_t;

typedef enum mublasDiagType_t {
  MUBLAS_DIAG_NON_UNIT = 131,
  MUBLAS_DIAG_UNIT = 132
} mublasDiagType_t;

typedef enum mublasSideMode_t {
  MUBLAS_SIDE_LEFT = 141,
  MUBLAS_SIDE_RIGHT = 142,
  MUBLAS_SIDE_BOTH = 143
} mublasSideMode_t;

typedef mublasOperation_t mublasOperation;
typedef mublasFillMode_t mublasFillMode;
typedef mublasDiagType_t mublasDiagType;
typedef mublasSideMode_t mublasSideMode;

// The memory of scalars and scalar results.
typedef enum mublasPointerMode_t {
  MUBLAS_POINTER_MODE_HOST = 0,
  MUBLAS_POINTER_MODE_DEVICE = 1
} mublasPointerMode_t;

typedef enum mublasAtomicsMode_t {
  MUBLAS_ATOMICS_NOT_ALLOWED = 0,
  MUBLAS_ATOMICS_ALLOWED = 1
} mublasAtomicsMode_t;

typedef enum mublasGemmAlgo_t {
  MUBLAS_GEMM_DFALT = 0,
  MUBLAS_GEMM_DEFAULT = 0,
  MUBLAS_GEMM_DFALT_TENSOR_OP = 1,
  MUBLAS_GEMM_DEFAULT_TENSOR_OP = 1
} mublasGemmAlgo_t;

typedef enum mublasMath_t {
  MUBLAS_DEFAULT_MATH = 0,
  MUBLAS_MATH_MODE_DEFAULT = 0,
  MUBLAS_TENSOR_OP_MATH = 1,
  MUBLAS_PEDANTIC_MATH = 2,
  MUBLAS_TF32_TENSOR_OP_MATH = 3,
  MUBLAS_MATH_MODE_TP32_TENSOR = 3,
  MUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} mublasMath_t;

typedef musaDataType_t mublasDataType_t;

typedef enum mublasComputeType_t {
  MUBLAS_COMPUTE_16F = 64,
  MUBLAS_COMPUTE_16F_PEDANTIC = 65,
  MUBLAS_COMPUTE_32F = 68,
  MUBLAS_COMPUTE_32F_PEDANTIC = 69,
  MUBLAS_COMPUTE_64F = 70,
  MUBLAS_COMPUTE_64F_PEDANTIC = 71,
  MUBLAS_COMPUTE_32I = 72,
  MUBLAS_COMPUTE_32I_PEDANTIC = 73,
  MUBLAS_COMPUTE_32F_FAST_16F = 74,
  MUBLAS_COMPUTE_32F_FAST_16BF = 75,
  MUBLAS_COMPUTE_32F_FAST_TF32 = 77
} mublasComputeType_t;

typedef void (*mublasLogCallback)(const char* msg);

#ifdef __cplusplus
}
#endif

#endif  // MUBLAS_TYPES_H_
