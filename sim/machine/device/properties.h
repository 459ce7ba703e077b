// Properties of a device: the structure, and the single attributes (their numbers are the
// driver's too).
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// `index` must be in range.
MUSASIM_API const musaDeviceProp& device_properties(int index);

// musaErrorInvalidValue: there is no such attribute.
MUSASIM_API musaError_t device_attribute(int index, int attribute, int* value) noexcept;

// Physical index of a visible device: its PCI address and UUID are made of it.
MUSASIM_API int physical_index(int index);

// musaErrorInvalidValue for one device twice or an unknown attribute.
MUSASIM_API musaError_t p2p_attribute(int attribute, int source, int target, int* value) noexcept;

}  // namespace musasim
