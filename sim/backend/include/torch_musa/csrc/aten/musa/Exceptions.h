// Errors of MUSA and of its libraries as PyTorch's exceptions.
#pragma once

#include <mublas.h>
#include <mublasLt.h>
#include <musolver.h>
#include <musparse.h>

#include "torch_musa/csrc/core/MUSAException.h"

namespace at::musa {

namespace blas {
C10_MUSA_API const char* _mublasGetErrorEnum(mublasStatus_t status);
}
namespace sparse {
C10_MUSA_API const char* musparseGetErrorString(musparseStatus_t status);
}
namespace solver {
C10_MUSA_API const char* musolverGetErrorMessage(musolverStatus_t status);
}

}  // namespace at::musa

#define AT_MUSA_CHECK(EXPR) C10_MUSA_CHECK(EXPR)

#define AT_MUSA_DRIVER_CHECK(EXPR)                                                              \
  do {                                                                                          \
    const MUresult musa_check_result = EXPR;                                                    \
    if (musa_check_result != MUSA_SUCCESS) {                                                    \
      const char* musa_check_text = nullptr;                                                    \
      const bool musa_check_known =                                                             \
          muGetErrorString(musa_check_result, &musa_check_text) == MUSA_SUCCESS;                \
      TORCH_CHECK(false,                                                                        \
                  "MUSA driver error: ", musa_check_known ? musa_check_text : "unknown error"); \
    }                                                                                           \
  } while (0)
#define C10_MUSA_DRIVER_CHECK(EXPR) AT_MUSA_DRIVER_CHECK(EXPR)

#define TORCH_MUSABLAS_CHECK(EXPR)                                                        \
  do {                                                                                    \
    const mublasStatus_t musa_check_status = EXPR;                                        \
    TORCH_CHECK(musa_check_status == MUBLAS_STATUS_SUCCESS,                               \
                "MUSA error: ", ::at::musa::blas::_mublasGetErrorEnum(musa_check_status), \
                " when calling `" #EXPR "`");                                             \
  } while (0)

#define TORCH_MUSPARSE_CHECK(EXPR)                                                             \
  do {                                                                                         \
    const musparseStatus_t musa_check_status = EXPR;                                           \
    TORCH_CHECK(musa_check_status == MUSPARSE_STATUS_SUCCESS,                                  \
                "MUSA error: ", ::at::musa::sparse::musparseGetErrorString(musa_check_status), \
                " when calling `" #EXPR "`");                                                  \
  } while (0)

#define TORCH_MUSASPARSE_CHECK(EXPR) TORCH_MUSPARSE_CHECK(EXPR)

#define TORCH_MUSOLVER_CHECK(EXPR)                                                \
  do {                                                                            \
    const musolverStatus_t musa_check_status = EXPR;                              \
    TORCH_CHECK(musa_check_status == MUSOLVER_STATUS_SUCCESS, "musolver error: ", \
                ::at::musa::solver::musolverGetErrorMessage(musa_check_status),   \
                ", when calling `" #EXPR "`");                                    \
  } while (0)
