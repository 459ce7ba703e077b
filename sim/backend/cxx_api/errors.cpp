// Errors of MUSA's libraries as text, for C++ extensions.
#include "blas/status_text.h"
#include "torch_glue/library_handles.h"
#include "torch_musa/csrc/aten/musa/Exceptions.h"

namespace at::musa {

const char* blas::_mublasGetErrorEnum(mublasStatus_t status) {
  return musasim::blas::status_name(status);
}

const char* sparse::musparseGetErrorString(musparseStatus_t status) {
  return musasim::sparse_status_text(status);
}

// muSOLVER has no function for it.
const char* solver::musolverGetErrorMessage(musolverStatus_t status) {
  switch (status) {
    case MUSOLVER_STATUS_SUCCESS: return "MUSOLVER_STATUS_SUCCESS";
    case MUSOLVER_STATUS_NOT_INITIALIZED: return "MUSOLVER_STATUS_NOT_INITIALIZED";
    case MUSOLVER_STATUS_ALLOC_FAILED: return "MUSOLVER_STATUS_ALLOC_FAILED";
    case MUSOLVER_STATUS_INVALID_VALUE: return "MUSOLVER_STATUS_INVALID_VALUE";
    case MUSOLVER_STATUS_ARCH_MISMATCH: return "MUSOLVER_STATUS_ARCH_MISMATCH";
    case MUSOLVER_STATUS_EXECUTION_FAILED: return "MUSOLVER_STATUS_EXECUTION_FAILED";
    case MUSOLVER_STATUS_INTERNAL_ERROR: return "MUSOLVER_STATUS_INTERNAL_ERROR";
    case MUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
      return "MUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED";
    case MUSOLVER_STATUS_NOT_SUPPORTED: return "MUSOLVER_STATUS_NOT_SUPPORTED";
    default: return "unknown muSOLVER status";
  }
}

}  // namespace at::musa
