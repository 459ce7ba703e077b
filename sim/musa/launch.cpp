// Launches.
#include "machine/kernels/launch.h"

#include "machine/stream/host_function.h"
#include "musa/function.h"

namespace d = musasim::driver;

namespace {

musaError_t launch(const musasim::LaunchRequest& request, MUstream stream) {
  return d::with_function(
      static_cast<MUfunction>(const_cast<void*>(request.function)),
      [&](musasim::Function&) { return musasim::launch_kernel(request, stream); });
}

// The requests of an extended launch's attributes. Those that only advise the hardware mean
// nothing here.
musaError_t read_attributes(const MUlaunchConfig& config, musasim::LaunchRequest* request) {
  if (config.numAttrs > 0 && config.attrs == nullptr) {
    return musaErrorInvalidValue;
  }
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const MUlaunchAttribute& attribute = config.attrs[i];
    switch (attribute.id) {
      case MU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        request->cooperative = attribute.value.cooperative != 0;
        break;
      case MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        if (attribute.value.clusterDim.x * attribute.value.clusterDim.y *
                attribute.value.clusterDim.z !=
            1) {
          return musaErrorNotSupported;
        }
        break;
      case MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT: return musaErrorNotSupported;
      case MU_LAUNCH_ATTRIBUTE_IGNORE:
      case MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
      case MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
      case MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      case MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
      case MU_LAUNCH_ATTRIBUTE_PRIORITY:
      case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
      case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: break;
      default: return musaErrorInvalidValue;
    }
  }
  return musaSuccess;
}

}  // namespace

MUresult muLaunchKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, MUstream hStream,
                        void** kernelParams, void** extra) {
  return d::in_context(__func__, [&] {
    musasim::LaunchRequest request;
    request.function = f;
    request.grid = dim3(gridDimX, gridDimY, gridDimZ);
    request.block = dim3(blockDimX, blockDimY, blockDimZ);
    request.shared_bytes = sharedMemBytes;
    request.arguments = kernelParams;
    request.extra = extra;
    return launch(request, hStream);
  });
}

MUresult muLaunchKernelEx(const MUlaunchConfig* config, MUfunction f, void** kernelParams,
                          void** extra) {
  return d::in_context(__func__, [&] {
    if (config == nullptr) {
      return musaErrorInvalidValue;
    }
    musasim::LaunchRequest request;
    request.function = f;
    request.grid = dim3(config->gridDimX, config->gridDimY, config->gridDimZ);
    request.block = dim3(config->blockDimX, config->blockDimY, config->blockDimZ);
    request.shared_bytes = config->sharedMemBytes;
    request.arguments = kernelParams;
    request.extra = extra;
    const musaError_t error = read_attributes(*config, &request);
    return error != musaSuccess ? error : launch(request, config->hStream);
  });
}

MUresult muLaunchCooperativeKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, MUstream hStream,
                                   void** kernelParams) {
  return d::in_context(__func__, [&] {
    musasim::LaunchRequest request;
    request.function = f;
    request.grid = dim3(gridDimX, gridDimY, gridDimZ);
    request.block = dim3(blockDimX, blockDimY, blockDimZ);
    request.shared_bytes = sharedMemBytes;
    request.cooperative = true;
    request.arguments = kernelParams;
    return launch(request, hStream);
  });
}

MUresult muLaunchHostFunc(MUstream hStream, MUhostFn fn, void* userData) {
  return d::in_context(__func__,
                       [&] { return musasim::launch_host_function(hStream, fn, userData); });
}
