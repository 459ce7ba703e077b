// Launching kernels.
#include "machine/kernels/launch.h"

#include <set>

#include "machine/kernels/call_configuration.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace {

LaunchRequest request_of(const void* func, dim3 grid, dim3 block, void** args, std::size_t shared) {
  LaunchRequest request;
  request.function = func;
  request.grid = grid;
  request.block = block;
  request.shared_bytes = shared;
  request.arguments = args;
  return request;
}

// Clusters of one block are what every grid has.
bool is_one(unsigned x, unsigned y, unsigned z) { return x == 1 && y == 1 && z == 1; }

musaError_t apply(const musaLaunchAttribute& attribute, LaunchRequest& request) {
  switch (attribute.id) {
    case musaLaunchAttributeCooperative:
      request.cooperative = attribute.val.cooperative != 0;
      return musaSuccess;
    case musaLaunchAttributeClusterDimension:
      return is_one(attribute.val.clusterDim.x, attribute.val.clusterDim.y,
                    attribute.val.clusterDim.z)
                 ? musaSuccess
                 : musaErrorNotSupported;
    // Hints, and orders that the streams keep anyway.
    case musaLaunchAttributeIgnore:
    case musaLaunchAttributeAccessPolicyWindow:
    case musaLaunchAttributeSynchronizationPolicy:
    case musaLaunchAttributeClusterSchedulingPolicyPreference:
    case musaLaunchAttributeProgrammaticStreamSerialization:
    case musaLaunchAttributePriority:
    case musaLaunchAttributeMemSyncDomainMap:
    case musaLaunchAttributeMemSyncDomain: return musaSuccess;
    case musaLaunchAttributeProgrammaticEvent: return musaErrorNotSupported;
    default: return musaErrorInvalidValue;
  }
}

musaError_t launch_configured(const musaLaunchConfig_t* config, const void* func, void** args) {
  if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr)) {
    return musaErrorInvalidValue;
  }
  LaunchRequest request =
      request_of(func, config->gridDim, config->blockDim, args, config->dynamicSmemBytes);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const musaError_t error = apply(config->attrs[i], request);
    if (error != musaSuccess) {
      return error;
    }
  }
  return launch_kernel(request, config->stream);
}

bool same(const dim3& a, const dim3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// One launch a device, all alike, none of them on a default stream.
musaError_t check_devices(const musaLaunchParams* list, unsigned count) {
  std::set<int> devices;
  for (unsigned i = 0; i < count; ++i) {
    const musaLaunchParams& launch = list[i];
    const StreamPtr stream = find_stream(launch.stream);
    const bool is_default = launch.stream == nullptr || launch.stream == legacy_handle() ||
                            launch.stream == per_thread_handle();
    if (!stream || is_default) {
      return musaErrorInvalidResourceHandle;
    }
    if (launch.func != list[0].func || !same(launch.gridDim, list[0].gridDim) ||
        !same(launch.blockDim, list[0].blockDim) || launch.sharedMem != list[0].sharedMem ||
        !devices.insert(stream_device(launch.stream)).second) {
      return musaErrorInvalidValue;
    }
  }
  return musaSuccess;
}

musaError_t launch_on_devices(const musaLaunchParams* list, unsigned count, unsigned flags) {
  constexpr unsigned kKnown =
      musaCooperativeLaunchMultiDeviceNoPreSync | musaCooperativeLaunchMultiDeviceNoPostSync;
  if (list == nullptr || count == 0 || count > static_cast<unsigned>(device_count()) ||
      (flags & ~kKnown) != 0) {
    return musaErrorInvalidValue;
  }
  musaError_t error = check_devices(list, count);
  for (unsigned i = 0; error == musaSuccess && i < count; ++i) {
    const musaLaunchParams& launch = list[i];
    LaunchRequest request =
        request_of(launch.func, launch.gridDim, launch.blockDim, launch.args, launch.sharedMem);
    request.cooperative = true;
    error = launch_kernel(request, launch.stream);
  }
  return error;
}

}  // namespace

musaError_t musaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                             size_t sharedMem, musaStream_t stream) {
  return api(__func__, [&] {
    return launch_kernel(request_of(func, gridDim, blockDim, args, sharedMem), stream);
  });
}

musaError_t musaLaunchKernelExC(const musaLaunchConfig_t* config, const void* func, void** args) {
  return api(__func__, [&] { return launch_configured(config, func, args); });
}

musaError_t musaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, musaStream_t stream) {
  return api(__func__, [&] {
    LaunchRequest request = request_of(func, gridDim, blockDim, args, sharedMem);
    request.cooperative = true;
    return launch_kernel(request, stream);
  });
}

musaError_t musaLaunchCooperativeKernelMultiDevice(musaLaunchParams* launchParamsList,
                                                   unsigned int numDevices, unsigned int flags) {
  return api(__func__, [&] { return launch_on_devices(launchParamsList, numDevices, flags); });
}
