// The exception for each error.
#include "torch_glue/error.h"

#include <torch/version.h>

#include <string>

#include "musa_runtime_api.h"

// torch.AcceleratorError, with the number of the error, is there since torch 2.8.
#define MUSASIM_HAS_ACCELERATOR_ERROR (TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 8)

namespace musasim {

void raise_error(musaError_t error, c10::SourceLocation where) {
  musaGetLastError();
  std::string text = std::string("MUSA error: ") + musaGetErrorString(error);
  if (error == musaErrorMemoryAllocation) {
    throw c10::OutOfMemoryError(where, std::move(text));
  }
#if MUSASIM_HAS_ACCELERATOR_ERROR
  throw c10::AcceleratorError(where, static_cast<std::int32_t>(error), std::move(text));
#else
  throw c10::Error(where, std::move(text));
#endif
}

bool is_done(musaError_t status) {
  if (status == musaErrorNotReady) {
    musaGetLastError();  // nothing went wrong
    return false;
  }
  check(status);
  return true;
}

}  // namespace musasim
