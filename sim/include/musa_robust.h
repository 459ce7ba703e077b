// Pointers with bounds: __musa::robust_ptr, its descriptions, and reads with them, which give zeros outside of
// the buffer.
#pragma once

#if defined(__cplusplus) && __cplusplus >= 201703L
#include "musasim/device/robust.h"
#endif
