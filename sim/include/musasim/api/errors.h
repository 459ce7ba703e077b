// The last error of the calling thread, names and texts of the codes.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaGetLastError(void);
MUSARTAPI musaError_t musaPeekAtLastError(void);
MUSARTAPI const char* musaGetErrorName(musaError_t error);
MUSARTAPI const char* musaGetErrorString(musaError_t error);

#if defined(__cplusplus)
}
#endif
