// Functions that faults need of the devices; machine/device defines them.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// Number of visible devices. The first call reads the environment, and its answer stays.
MUSASIM_API int device_count() noexcept;
// From now on every call that uses the device returns `error` (the first one stays).
MUSASIM_API void break_device(int index, musaError_t error) noexcept;

}  // namespace musasim
