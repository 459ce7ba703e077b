// The last error of each thread, as musaGetLastError and musaPeekAtLastError tell it.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// Keeps `error` for the calling thread unless it is musaSuccess; returns it.
MUSASIM_API musaError_t record_error(musaError_t error) noexcept;

// The error that broke the current device, else the thread's last error.
MUSASIM_API musaError_t peek_last_error() noexcept;
// The same; then forgets the thread's last error. A broken device stays broken.
MUSASIM_API musaError_t take_last_error() noexcept;

}  // namespace musasim
