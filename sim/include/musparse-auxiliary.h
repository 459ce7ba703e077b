// muSPARSE: handles, descriptors of matrices of the functions by format, and status texts.
#pragma once

#include "musparse-types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// The library and its handle.
musparseStatus_t musparseCreate(musparseHandle_t* handle);
musparseStatus_t musparseDestroy(musparseHandle_t handle);
musparseStatus_t musparseGetVersion(musparseHandle_t handle, int* version);
musparseStatus_t musparseGetProperty(libraryPropertyType type, int* value);
const char* musparseGetErrorName(musparseStatus_t status);
const char* musparseGetErrorString(musparseStatus_t status);
musparseStatus_t musparseSetStream(musparseHandle_t handle, musaStream_t stream);
musparseStatus_t musparseGetStream(musparseHandle_t handle, musaStream_t* stream);
musparseStatus_t musparseSetPointerMode(musparseHandle_t handle, musparsePointerMode_t mode);
musparseStatus_t musparseGetPointerMode(musparseHandle_t handle, musparsePointerMode_t* mode);
// Properties of a matrix, for the functions by format (musparse-functions.h).
musparseStatus_t musparseCreateMatDescr(musparseMatDescr_t* descr_a);
musparseStatus_t musparseDestroyMatDescr(musparseMatDescr_t descr_a);
musparseStatus_t musparseSetMatType(musparseMatDescr_t descr_a, musparseMatrixType_t type);
musparseMatrixType_t musparseGetMatType(const musparseMatDescr_t descr_a);
musparseStatus_t musparseSetMatFillMode(musparseMatDescr_t descr_a, musparseFillMode_t fill_mode);
musparseFillMode_t musparseGetMatFillMode(const musparseMatDescr_t descr_a);
musparseStatus_t musparseSetMatDiagType(musparseMatDescr_t descr_a, musparseDiagType_t diag_type);
musparseDiagType_t musparseGetMatDiagType(const musparseMatDescr_t descr_a);
musparseStatus_t musparseSetMatIndexBase(musparseMatDescr_t descr_a, musparseIndexBase_t base);
musparseIndexBase_t musparseGetMatIndexBase(const musparseMatDescr_t descr_a);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
