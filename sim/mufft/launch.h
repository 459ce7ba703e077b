// Putting a plan's work on its devices.
#pragma once

#include <functional>

#include "driver_types.h"
#include "mufft/plan.h"

namespace musasim::fft {

// Runs the work in the order of the plan's stream (that of the first device, if it has none) and
// of the other devices' default streams.
musaError_t launch_on_devices(const mufftHandle_t& plan, const char* name,
                              std::function<musaError_t()> work);
// Waits for it.
musaError_t wait_on_devices(const mufftHandle_t& plan);

// The work of a transform.
std::function<musaError_t()> transform_work(const mufftHandle_t& plan, const char* name, Buffer in,
                                            Buffer out, bool inverse);

}  // namespace musasim::fft
