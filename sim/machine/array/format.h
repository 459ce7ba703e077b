// Formats and extents that an array may have. Internal to machine/array.
#pragma once

#include "driver_types.h"

namespace musasim {

musaError_t check_array(const musaExtent& extent, unsigned flags, int device);

}  // namespace musasim
