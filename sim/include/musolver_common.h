// muSOLVER: versions, enumerators and opaque types of all its parts.
#pragma once

// Headers of programs ask for it.
#define MUSOLVER_COMMON_H_

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"
#include "library_types.h"
#include "muComplex.h"
#include "mublas.h"

#define MUSOLVER_VER_MAJOR 11
#define MUSOLVER_VER_MINOR 4
#define MUSOLVER_VER_PATCH 0
#define MUSOLVER_VER_BUILD 0
#define MUSOLVER_VERSION (MUSOLVER_VER_MAJOR * 1000 + MUSOLVER_VER_MINOR * 100 + MUSOLVER_VER_PATCH)

typedef int musolver_int_t;

// A handle of muBLAS: either library's functions take the handles of both.
typedef mublasHandle_t musolverDnHandle_t;
typedef struct musolverDnParams* musolverDnParams_t;
typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;

typedef enum {
  MUSOLVER_STATUS_SUCCESS = 0,
  MUSOLVER_STATUS_NOT_INITIALIZED = 1,
  MUSOLVER_STATUS_ALLOC_FAILED = 2,
  MUSOLVER_STATUS_INVALID_VALUE = 3,
  MUSOLVER_STATUS_ARCH_MISMATCH = 4,
  MUSOLVER_STATUS_MAPPING_ERROR = 5,
  MUSOLVER_STATUS_EXECUTION_FAILED = 6,
  MUSOLVER_STATUS_INTERNAL_ERROR = 7,
  MUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  MUSOLVER_STATUS_NOT_SUPPORTED = 9,
  MUSOLVER_STATUS_ZERO_PIVOT = 10,
  MUSOLVER_STATUS_INVALID_LICENSE = 11,
  MUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID = 13,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16,
  MUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
  MUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
  MUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22,
  MUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
  MUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25,
  MUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26,
  MUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
  MUSOLVER_STATUS_INVALID_WORKSPACE = 31
} musolverStatus_t;

typedef enum {
  MUSOLVER_EIG_TYPE_1 = 1,
  MUSOLVER_EIG_TYPE_2 = 2,
  MUSOLVER_EIG_TYPE_3 = 3
} musolverEigType_t;

typedef enum { MUSOLVER_EIG_MODE_NOVECTOR = 0, MUSOLVER_EIG_MODE_VECTOR = 1 } musolverEigMode_t;

typedef enum {
  MUSOLVER_EIG_RANGE_ALL = 1001,
  MUSOLVER_EIG_RANGE_I = 1002,
  MUSOLVER_EIG_RANGE_V = 1003
} musolverEigRange_t;

typedef enum { MUSOLVERDN_GETRF = 0, MUSOLVERDN_POTRF = 1 } musolverDnFunction_t;

typedef enum { MUSOLVER_ALG_0 = 0, MUSOLVER_ALG_1 = 1, MUSOLVER_ALG_2 = 2 } musolverAlgMode_t;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

musolverStatus_t musolverGetProperty(libraryPropertyType type, int* value);
musolverStatus_t musolverGetVersion(int* version);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
