// Copies whose sides may be arrays.
#pragma once

#include "machine/memory/copy.h"

namespace musasim {

// Widths and offsets count elements where an array takes part, bytes elsewhere.
// musaErrorInvalidResourceHandle for a dead array, musaErrorInvalidValue beyond its ends.
musaError_t copy_with_arrays(const musaMemcpy3DParms& parms, Copy* copy);

}  // namespace musasim
