// Runs kernels. Internal to machine/kernels.
#pragma once

#include "driver_types.h"
#include "machine/kernels/kernel.h"
#include "machine/stream/operation.h"

namespace musasim {

// On the current device, in the calling thread. What comes back breaks the device.
musaError_t run_kernel(const Kernel& kernel, const KernelParams& params) noexcept;

}  // namespace musasim
