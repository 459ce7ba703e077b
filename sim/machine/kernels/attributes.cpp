// Attributes of functions: what a device can hold of a kernel, what is known of it and can be set.
#include "machine/kernels/attributes.h"

#include <algorithm>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

constexpr int kDefaultRegisters = 32;
constexpr int kMaxCarveout = 100;

std::size_t static_shared(const Function& function) {
  return function.kernel->row().static_shared_bytes;
}

}  // namespace

LaunchLimits launch_limits(int device) {
  const musaDeviceProp& properties = device_properties(device);
  LaunchLimits limits{};
  limits.warp_size = properties.warpSize;
  limits.max_threads_per_block = properties.maxThreadsPerBlock;
  for (int i = 0; i < 3; ++i) {
    limits.max_block[i] = static_cast<unsigned>(properties.maxThreadsDim[i]);
    limits.max_grid[i] = static_cast<unsigned>(properties.maxGridSize[i]);
  }
  limits.shared_per_block = properties.sharedMemPerBlock;
  limits.shared_per_block_optin = properties.sharedMemPerBlockOptin;
  limits.shared_per_multiprocessor = properties.sharedMemPerMultiprocessor;
  limits.shared_reserved_per_block = properties.reservedSharedMemPerBlock;
  limits.registers_per_block = properties.regsPerBlock;
  limits.registers_per_multiprocessor = properties.regsPerMultiprocessor;
  limits.max_threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  limits.max_blocks_per_multiprocessor = properties.maxBlocksPerMultiProcessor;
  limits.multiprocessors = properties.multiProcessorCount;
  return limits;
}

int resident_threads(const Function& function) {
  const LaunchLimits limits = launch_limits(function.device);
  int threads = limits.max_threads_per_block;
  const int registers = function.kernel->row().registers;
  if (registers > 0) {
    const int fit = limits.registers_per_block / registers / limits.warp_size * limits.warp_size;
    threads = std::min(threads, std::max(fit, limits.warp_size));
  }
  return threads;
}

int max_threads(const Function& function) {
  int threads = resident_threads(function);
  for (const int bound :
       {function.kernel->row().max_threads_per_block, function.kernel->thread_limit()}) {
    threads = bound > 0 ? std::min(threads, bound) : threads;
  }
  return threads;
}

std::size_t max_dynamic_shared(const Function& function) {
  const int chosen = function.max_dynamic_shared.load(std::memory_order_relaxed);
  if (chosen >= 0) {
    return static_cast<std::size_t>(chosen);
  }
  const std::size_t limit = launch_limits(function.device).shared_per_block;
  const std::size_t used = static_shared(function);
  return used < limit ? limit - used : 0;
}

musaFuncAttributes function_attributes(const Function& function) {
  const musasimKernel& row = function.kernel->row();
  const Model& model = device_model(function.device);
  musaFuncAttributes attributes{};
  attributes.sharedSizeBytes = row.static_shared_bytes;
  attributes.constSizeBytes = row.constant_bytes;
  attributes.localSizeBytes = row.local_bytes;
  attributes.maxThreadsPerBlock = max_threads(function);
  attributes.numRegs = row.registers > 0 ? row.registers : kDefaultRegisters;
  attributes.ptxVersion = model.major * 10 + model.minor;
  attributes.binaryVersion = attributes.ptxVersion;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(max_dynamic_shared(function));
  attributes.preferredShmemCarveout = function.carveout;
  attributes.nonPortableClusterSizeAllowed = function.non_portable_cluster;
  return attributes;
}

musaError_t set_function_attribute(Function& function, musaFuncAttribute attribute, int value) {
  switch (attribute) {
    case musaFuncAttributeMaxDynamicSharedMemorySize: {
      const std::size_t limit = launch_limits(function.device).shared_per_block_optin;
      if (value < 0 || static_cast<std::size_t>(value) + static_shared(function) > limit) {
        return musaErrorInvalidValue;
      }
      function.max_dynamic_shared = value;
      return musaSuccess;
    }
    case musaFuncAttributePreferredSharedMemoryCarveout:
      if (value < musaSharedmemCarveoutDefault || value > kMaxCarveout) {
        return musaErrorInvalidValue;
      }
      function.carveout = value;
      return musaSuccess;
    case musaFuncAttributeNonPortableClusterSizeAllowed:
      function.non_portable_cluster = value != 0 ? 1 : 0;
      return musaSuccess;
    default: return musaErrorInvalidValue;
  }
}

}  // namespace musasim
