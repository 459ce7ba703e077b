// Chooses the device for a program that names none, or that says what it needs.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// The visible device that meets most of what `wanted` asks for; fields of 0 ask for nothing.
MUSASIM_API int choose_device(const musaDeviceProp& wanted);

}  // namespace musasim
