// muSPARSE: versions, enumerators and opaque types. The interface is that of version 12, in which each
// step of an operation is a function of its own.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"
#include "library_types.h"
#include "muComplex.h"

#define MUSPARSE_VER_MAJOR 12
#define MUSPARSE_VER_MINOR 1
#define MUSPARSE_VER_PATCH 0
#define MUSPARSE_VER_BUILD 0
#define MUSPARSE_VERSION (MUSPARSE_VER_MAJOR * 1000 + MUSPARSE_VER_MINOR * 100 + MUSPARSE_VER_PATCH)

typedef struct musparseContext* musparseHandle_t;
typedef struct musparseMatDescr* musparseMatDescr_t;

typedef enum {
  MUSPARSE_STATUS_SUCCESS = 0,
  MUSPARSE_STATUS_NOT_INITIALIZED = 1,
  MUSPARSE_STATUS_ALLOC_FAILED = 2,
  MUSPARSE_STATUS_INVALID_VALUE = 3,
  MUSPARSE_STATUS_ARCH_MISMATCH = 4,
  MUSPARSE_STATUS_MAPPING_ERROR = 5,
  MUSPARSE_STATUS_EXECUTION_FAILED = 6,
  MUSPARSE_STATUS_INTERNAL_ERROR = 7,
  MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  MUSPARSE_STATUS_ZERO_PIVOT = 9,
  MUSPARSE_STATUS_NOT_SUPPORTED = 10,
  MUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} musparseStatus_t;

typedef enum {
  MUSPARSE_POINTER_MODE_HOST = 0,
  MUSPARSE_POINTER_MODE_DEVICE = 1
} musparsePointerMode_t;

typedef enum { MUSPARSE_ACTION_SYMBOLIC = 0, MUSPARSE_ACTION_NUMERIC = 1 } musparseAction_t;

typedef enum {
  MUSPARSE_MATRIX_TYPE_GENERAL = 0,
  MUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
  MUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
  MUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} musparseMatrixType_t;

typedef enum { MUSPARSE_FILL_MODE_LOWER = 0, MUSPARSE_FILL_MODE_UPPER = 1 } musparseFillMode_t;

typedef enum { MUSPARSE_DIAG_TYPE_NON_UNIT = 0, MUSPARSE_DIAG_TYPE_UNIT = 1 } musparseDiagType_t;

typedef enum { MUSPARSE_INDEX_BASE_ZERO = 0, MUSPARSE_INDEX_BASE_ONE = 1 } musparseIndexBase_t;

typedef enum {
  MUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  MUSPARSE_OPERATION_TRANSPOSE = 1,
  MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} musparseOperation_t;

typedef enum { MUSPARSE_DIRECTION_ROW = 0, MUSPARSE_DIRECTION_COLUMN = 1 } musparseDirection_t;

typedef enum {
  MUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
  MUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} musparseSolvePolicy_t;

// Analyses of the triangular solvers and incomplete factorizations.
typedef struct bsrsv2Info* bsrsv2Info_t;
typedef struct bsrsm2Info* bsrsm2Info_t;
typedef struct csrilu02Info* csrilu02Info_t;
typedef struct csric02Info* csric02Info_t;

typedef enum {
  MUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
  MUSPARSE_CSR2CSC_ALG1 = 1,
  MUSPARSE_CSR2CSC_ALG2 = 2
} musparseCsr2CscAlg_t;

// Types of the generic functions.
typedef enum {
  MUSPARSE_FORMAT_CSR = 1,
  MUSPARSE_FORMAT_CSC = 2,
  MUSPARSE_FORMAT_COO = 3,
  MUSPARSE_FORMAT_BLOCKED_ELL = 5,
  MUSPARSE_FORMAT_BSR = 6,
  MUSPARSE_FORMAT_SLICED_ELLPACK = 7
} musparseFormat_t;

// MUSPARSE_ORDER_COLUMN is what versions before 12 call it.
typedef enum {
  MUSPARSE_ORDER_COL = 1,
  MUSPARSE_ORDER_COLUMN = 1,
  MUSPARSE_ORDER_ROW = 2
} musparseOrder_t;

typedef enum {
  MUSPARSE_INDEX_16U = 1,
  MUSPARSE_INDEX_32I = 2,
  MUSPARSE_INDEX_64I = 3
} musparseIndexType_t;

typedef enum { MUSPARSE_SPMAT_FILL_MODE, MUSPARSE_SPMAT_DIAG_TYPE } musparseSpMatAttribute_t;

typedef struct musparseSpVecDescr* musparseSpVecDescr_t;
typedef struct musparseDnVecDescr* musparseDnVecDescr_t;
typedef struct musparseSpMatDescr* musparseSpMatDescr_t;
typedef struct musparseDnMatDescr* musparseDnMatDescr_t;
typedef struct musparseSpVecDescr const* musparseConstSpVecDescr_t;
typedef struct musparseDnVecDescr const* musparseConstDnVecDescr_t;
typedef struct musparseSpMatDescr const* musparseConstSpMatDescr_t;
typedef struct musparseDnMatDescr const* musparseConstDnMatDescr_t;
typedef struct musparseSpSVDescr* musparseSpSVDescr_t;
typedef struct musparseSpSMDescr* musparseSpSMDescr_t;
typedef struct musparseSpGEMMDescr* musparseSpGEMMDescr_t;

typedef enum { MUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } musparseSparseToDenseAlg_t;
typedef enum { MUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } musparseDenseToSparseAlg_t;
typedef enum { MUSPARSE_SDDMM_ALG_DEFAULT = 0 } musparseSDDMMAlg_t;
typedef enum { MUSPARSE_SPSV_ALG_DEFAULT = 0 } musparseSpSVAlg_t;
typedef enum { MUSPARSE_SPSM_ALG_DEFAULT = 0 } musparseSpSMAlg_t;
typedef enum {
  MUSPARSE_SPSV_UPDATE_GENERAL = 0,
  MUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} musparseSpSVUpdate_t;

typedef enum {
  MUSPARSE_SPMV_ALG_DEFAULT = 0,
  MUSPARSE_SPMV_COO_ALG1 = 1,
  MUSPARSE_SPMV_CSR_ALG1 = 2,
  MUSPARSE_SPMV_CSR_ALG2 = 3,
  MUSPARSE_SPMV_COO_ALG2 = 4,
  MUSPARSE_SPMV_SELL_ALG1 = 5
} musparseSpMVAlg_t;

typedef enum {
  MUSPARSE_SPMM_ALG_DEFAULT = 0,
  MUSPARSE_SPMM_COO_ALG1 = 1,
  MUSPARSE_SPMM_COO_ALG2 = 2,
  MUSPARSE_SPMM_COO_ALG3 = 3,
  MUSPARSE_SPMM_CSR_ALG1 = 4,
  MUSPARSE_SPMM_COO_ALG4 = 5,
  MUSPARSE_SPMM_CSR_ALG2 = 6,
  MUSPARSE_SPMM_CSR_ALG3 = 12,
  MUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13
} musparseSpMMAlg_t;

typedef enum {
  MUSPARSE_SPGEMM_DEFAULT = 0,
  MUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
  MUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  MUSPARSE_SPGEMM_ALG1 = 3,
  MUSPARSE_SPGEMM_ALG2 = 4,
  MUSPARSE_SPGEMM_ALG3 = 5
} musparseSpGEMMAlg_t;
