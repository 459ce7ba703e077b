// Checks of launches, and their operations.
#include "machine/kernels/launch.h"

#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "machine/device/simulated_gpus.h"
#include "machine/kernels/attributes.h"
#include "machine/kernels/launch_bounds.h"
#include "machine/kernels/module.h"
#include "machine/kernels/run.h"
#include "machine/memory/arena.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

bool within(const dim3& size, const unsigned (&limit)[3]) {
  return size.x > 0 && size.y > 0 && size.z > 0 && size.x <= limit[0] && size.y <= limit[1] &&
         size.z <= limit[2];
}

musaError_t check_cooperative(const KernelParams& params, const Function& function) {
  const std::size_t threads = std::size_t{params.block.x} * params.block.y * params.block.z;
  int blocks = 0;
  active_blocks(function, static_cast<int>(threads), params.shared_bytes, &blocks);
  const auto resident = static_cast<std::size_t>(blocks) *
                        static_cast<std::size_t>(launch_limits(function.device).multiprocessors);
  const std::size_t asked = std::size_t{params.grid.x} * params.grid.y * params.grid.z;
  return asked <= resident ? musaSuccess : musaErrorCooperativeLaunchTooLarge;
}

musaError_t check_launch(const KernelParams& params, const Function& function) {
  const LaunchLimits limits = launch_limits(function.device);
  const std::size_t threads = std::size_t{params.block.x} * params.block.y * params.block.z;
  if (!within(params.grid, limits.max_grid) || !within(params.block, limits.max_block) ||
      threads > static_cast<std::size_t>(limits.max_threads_per_block)) {
    return musaErrorInvalidConfiguration;
  }
  if (threads > static_cast<std::size_t>(resident_threads(function))) {
    return musaErrorLaunchOutOfResources;
  }
  if (threads > static_cast<std::size_t>(max_threads(function))) {
    report_beyond_bounds(function, threads);
  }
  if (params.shared_bytes > max_dynamic_shared(function)) {
    return musaErrorInvalidValue;
  }
  return params.cooperative ? check_cooperative(params, function) : musaSuccess;
}

// The buffer of the `extra` form, taken apart into one pointer for each parameter.
musaError_t pointers_of(void** extra, const musasimKernel& row, std::vector<void*>& pointers) {
  const auto key = [](std::intptr_t value) { return reinterpret_cast<void*>(value); };
  char* buffer = nullptr;
  std::size_t size = 0;
  for (; *extra != key(kLaunchParamEnd); extra += 2) {
    if (*extra == key(kLaunchParamBufferPointer)) {
      buffer = static_cast<char*>(extra[1]);
    } else if (*extra == key(kLaunchParamBufferSize) && extra[1] != nullptr) {
      size = *static_cast<const std::size_t*>(extra[1]);
    } else {
      return musaErrorInvalidValue;
    }
  }
  for (unsigned i = 0; i < row.parameter_count; ++i) {
    const musasimParameter& parameter = row.parameters[i];
    if (buffer == nullptr || parameter.offset + parameter.size > size) {
      return musaErrorInvalidValue;
    }
    pointers.push_back(buffer + parameter.offset);
  }
  return musaSuccess;
}

musaError_t copy_arguments(const LaunchRequest& request, const Kernel& kernel,
                           std::shared_ptr<const KernelArguments>* arguments) {
  const std::vector<std::size_t>& sizes = kernel.parameter_sizes();
  std::vector<void*> pointers;
  if (request.extra != nullptr) {
    if (request.arguments != nullptr) {
      return musaErrorInvalidValue;
    }
    if (const musaError_t error = pointers_of(request.extra, kernel.row(), pointers);
        error != musaSuccess) {
      return error;
    }
  } else if (request.arguments != nullptr) {
    pointers.assign(request.arguments, request.arguments + sizes.size());
  }
  if (pointers.size() != sizes.size()) {
    return musaErrorInvalidValue;
  }
  for (void* const pointer : pointers) {
    if (pointer == nullptr) {
      return musaErrorInvalidValue;
    }
  }
  *arguments = std::make_shared<const KernelArguments>(pointers.data(), sizes.data(), sizes.size());
  return musaSuccess;
}

// `params` without arguments is a request that has them.
musaError_t make(KernelParams params, const LaunchRequest* request, int device,
                 Operation* operation) {
  if (device < 0) {
    return musaErrorInvalidResourceHandle;
  }
  Function* function = nullptr;
  KernelPtr kernel = find_kernel(params.function, device, &function);
  if (!kernel) {
    return musaErrorInvalidDeviceFunction;
  }
  if (function->device != device) {
    return musaErrorInvalidResourceHandle;
  }
  if (const musaError_t error = check_launch(params, *function); error != musaSuccess) {
    return error;
  }
  // Made now, so that memory that cannot be had fails the launch and not the device.
  void* const* variables = nullptr;
  if (const musaError_t error = kernel->module().variables_on(device, &variables);
      error != musaSuccess) {
    return error;
  }
  if (request != nullptr) {
    if (const musaError_t error = copy_arguments(*request, *kernel, &params.arguments);
        error != musaSuccess) {
      return error;
    }
  } else if (!params.arguments || params.arguments->count() != kernel->parameter_sizes().size()) {
    return musaErrorInvalidValue;
  }
  operation->kind = OperationKind::kKernel;
  operation->name = kernel->shown_name();
  operation->run = [kernel, params] { return run_kernel(*kernel, params); };
  operation->params = std::move(params);
  return musaSuccess;
}

}  // namespace

musaError_t make_launch(const LaunchRequest& request, int device, Operation* operation) {
  if (request.shared_bytes > std::numeric_limits<unsigned>::max()) {
    return musaErrorInvalidValue;
  }
  KernelParams params;
  params.function = request.function;
  params.grid = request.grid;
  params.block = request.block;
  params.shared_bytes = static_cast<unsigned>(request.shared_bytes);
  params.cooperative = request.cooperative;
  params.moment = request.moment;
  return make(std::move(params), &request, device, operation);
}

musaError_t make_launch(const KernelParams& params, int device, Operation* operation) {
  return make(params, nullptr, device, operation);
}

musaError_t launch_kernel(LaunchRequest request, musaStream_t stream) {
  Operation operation;
  request.moment = !check_mode() || is_capturing(stream) ? 0 : pieces::now();
  const musaError_t error = make_launch(request, stream_device(stream), &operation);
  return error != musaSuccess ? error : submit_kernel(stream, std::move(operation));
}

}  // namespace musasim
