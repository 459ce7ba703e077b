// Handles and versions.
#include "musolver/call.h"

using namespace musasim::musolver;

namespace {

musolverStatus_t from_blas(mublasStatus_t status) {
  switch (status) {
    case MUBLAS_STATUS_SUCCESS: return MUSOLVER_STATUS_SUCCESS;
    case MUBLAS_STATUS_INVALID_HANDLE:
    case MUBLAS_STATUS_NOT_INITIALIZED: return MUSOLVER_STATUS_NOT_INITIALIZED;
    case MUBLAS_STATUS_MEMORY_ERROR:
    case MUBLAS_STATUS_ALLOC_FAILED: return MUSOLVER_STATUS_ALLOC_FAILED;
    case MUBLAS_STATUS_INVALID_POINTER:
    case MUBLAS_STATUS_INVALID_VALUE: return MUSOLVER_STATUS_INVALID_VALUE;
    default: return MUSOLVER_STATUS_INTERNAL_ERROR;
  }
}

}  // namespace

extern "C" {

musolverStatus_t musolverGetVersion(int* version) {
  return public_call(__func__, [&] {
    require_pointers(version);
    *version = MUSOLVER_VERSION;
  });
}

musolverStatus_t musolverGetProperty(libraryPropertyType type, int* value) {
  return public_call(__func__, [&] {
    require_pointers(value);
    require(type == MAJOR_VERSION || type == MINOR_VERSION || type == PATCH_LEVEL);
    *value = type == MAJOR_VERSION   ? MUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? MUSOLVER_VER_MINOR
                                     : MUSOLVER_VER_PATCH;
  });
}

musolverStatus_t musolverDnCreate(musolverDnHandle_t* handle) {
  return public_call(__func__, [&] {
    require_pointers(handle);
    return from_blas(mublasCreate(handle));
  });
}

musolverStatus_t musolverDnDestroy(musolverDnHandle_t handle) {
  return public_call(__func__, [&] { return from_blas(mublasDestroy(handle)); });
}

musolverStatus_t musolverDnSetStream(musolverDnHandle_t handle, musaStream_t stream) {
  return public_call(__func__, [&] { return from_blas(mublasSetStream(handle, stream)); });
}

musolverStatus_t musolverDnGetStream(musolverDnHandle_t handle, musaStream_t* stream) {
  return public_call(__func__, [&] { return from_blas(mublasGetStream(handle, stream)); });
}

}  // extern "C"
