// What faults ask of the devices; machine/device defines it.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

MUSASIM_API int device_count() noexcept;
// From now on every call on the device gives this error.
MUSASIM_API void break_device(int index, musaError_t error) noexcept;

}  // namespace musasim
