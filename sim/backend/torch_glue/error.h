// Errors of the runtime as the exceptions that PyTorch's users expect.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>

#include <cstdint>

#include "driver_types.h"

namespace musasim {

// Forgets the thread's last error and throws: OutOfMemoryError for musaErrorMemoryAllocation, else
// AcceleratorError (RuntimeError where this torch has none), "MUSA error: " and the runtime's text.
[[noreturn]] void raise_error(musaError_t error, c10::SourceLocation where);

// Throws unless it is musaSuccess. The defaults are the caller's place.
inline void check(musaError_t error, const char* function = __builtin_FUNCTION(),
                  const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  if (C10_UNLIKELY(error != musaSuccess)) {
    raise_error(error, {function, file, line});
  }
}

// The answer of a query: true for musaSuccess, false for musaErrorNotReady; throws for anything else.
bool is_done(musaError_t status);

}  // namespace musasim
