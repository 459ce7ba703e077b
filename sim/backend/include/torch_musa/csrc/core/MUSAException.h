// Errors of the MUSA runtime as PyTorch's exceptions.
#pragma once

#include <c10/util/Exception.h>
#include <musa.h>
#include <musa_runtime_api.h>

#include <cstdint>

#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace c10::musa {

// Throws unless the number is that of musaSuccess: "MUSA error: " and what the runtime says.
C10_MUSA_API void c10_musa_check_implementation(std::int32_t error, const char* filename,
                                                const char* function_name, int line_number,
                                                bool include_device_assertions);

}  // namespace c10::musa

#define C10_MUSA_CHECK(EXPR)                                                                \
  do {                                                                                      \
    const musaError_t musa_check_error = EXPR;                                              \
    ::c10::musa::c10_musa_check_implementation(static_cast<std::int32_t>(musa_check_error), \
                                               __FILE__, __func__, __LINE__, true);         \
  } while (0)

// A warning instead of an exception; the error is forgotten.
#define C10_MUSA_CHECK_WARN(EXPR)                                         \
  do {                                                                    \
    const musaError_t musa_check_error = EXPR;                            \
    if (C10_UNLIKELY(musa_check_error != musaSuccess)) {                  \
      static_cast<void>(musaGetLastError());                              \
      TORCH_WARN("MUSA warning: ", musaGetErrorString(musa_check_error)); \
    }                                                                     \
  } while (0)

// The error is forgotten.
#define C10_MUSA_IGNORE_ERROR(EXPR)                      \
  do {                                                   \
    const musaError_t musa_check_error = EXPR;           \
    if (C10_UNLIKELY(musa_check_error != musaSuccess)) { \
      static_cast<void>(musaGetLastError());             \
    }                                                    \
  } while (0)

// Forgets the last error.
#define C10_MUSA_CLEAR_ERROR() static_cast<void>(musaGetLastError())

// Marks errors that the caller looks at.
#define C10_MUSA_ERROR_HANDLED(EXPR) EXPR
#define TORCH_MUSA_ERROR_HANDLE(EXPR) EXPR

// After a launch: whether it was possible.
#define C10_MUSA_KERNEL_LAUNCH_CHECK() C10_MUSA_CHECK(musaGetLastError())

#define TORCH_MUSA_CHECK(EXPR) C10_MUSA_CHECK(EXPR)
#define TORCH_MUSA_CHECK_WARN(EXPR) C10_MUSA_CHECK_WARN(EXPR)
#define TORCH_MUSA_WARN(EXPR) C10_MUSA_CHECK_WARN(EXPR)
