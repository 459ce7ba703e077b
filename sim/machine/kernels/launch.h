// Launches: checks as the platform makes them, and the operation for a stream or graph.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/kernels/registry.h"
#include "machine/memory/pieces.h"
#include "machine/stream/operation.h"

namespace musasim {

// Keys of the `extra` form, numbers in pointers: MU_LAUNCH_PARAM_*.
constexpr std::intptr_t kLaunchParamEnd = 0;
constexpr std::intptr_t kLaunchParamBufferPointer = 1;
constexpr std::intptr_t kLaunchParamBufferSize = 2;

struct LaunchRequest {
  const void* function = nullptr;  // host address, or Function
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  bool cooperative = false;
  void** arguments = nullptr;  // one pointer for each parameter, or
  void** extra = nullptr;      // keys and values, as for muLaunchKernel
  pieces::Moment moment = 0;
};

// Checks the request for the device and makes the operation, which owns a copy of the arguments.
//   musaErrorInvalidDeviceFunction      not registered
//   musaErrorInvalidConfiguration       grid or block of size 0 or beyond the device's limits
//   musaErrorInvalidValue               too much shared memory, missing arguments
//   musaErrorLaunchOutOfResources       more threads than the device has registers for
//   musaErrorCooperativeLaunchTooLarge  a cooperative grid that is not resident at once
MUSASIM_API musaError_t make_launch(const LaunchRequest& request, int device, Operation* operation);

// The same for a graph's node, whose params hold the arguments already; they are shared, not copied.
MUSASIM_API musaError_t make_launch(const KernelParams& params, int device, Operation* operation);

// make_launch() for the stream's device and submit(): musaLaunchKernel, muLaunchKernel.
MUSASIM_API musaError_t launch_kernel(LaunchRequest request, musaStream_t stream);

}  // namespace musasim
