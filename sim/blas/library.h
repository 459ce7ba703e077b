// The library that muBLAS and muBLASLt are for the frame of their functions.
#pragma once

#include "internal/mublas_types.h"
#include "machine/library_call.h"

namespace musasim::blas {

using Status = mublasStatus_t;

using Statuses = LibraryStatuses<Status, MUBLAS_STATUS_SUCCESS, MUBLAS_STATUS_MEMORY_ERROR,
                                 MUBLAS_STATUS_INTERNAL_ERROR>;

constexpr Status kSuccess = Statuses::kSuccess;

// The status that tells of an error of the machine.
inline Status status_of(musaError_t error) noexcept {
  switch (error) {
    case musaSuccess: return kSuccess;
    case musaErrorMemoryAllocation: return MUBLAS_STATUS_MEMORY_ERROR;
    case musaErrorInvalidValue: return MUBLAS_STATUS_INVALID_VALUE;
    default: return MUBLAS_STATUS_INTERNAL_ERROR;
  }
}

}  // namespace musasim::blas
