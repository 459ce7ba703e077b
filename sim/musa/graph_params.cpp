// Parameters of nodes: the driver's forms, and the machine's.
#include "musa/copy.h"
#include "musa/graph_node.h"

namespace musasim::driver {

namespace {

dim3 size_of(unsigned x, unsigned y, unsigned z) { return dim3(x, y, z); }

musaError_t runtime_form(const MUSA_KERNEL_NODE_PARAMS& from, musaKernelNodeParams* to) {
  if (from.func == nullptr) {
    return from.kern == nullptr ? musaErrorInvalidValue : musaErrorNotSupported;
  }
  to->func = from.func;
  to->gridDim = size_of(from.gridDimX, from.gridDimY, from.gridDimZ);
  to->blockDim = size_of(from.blockDimX, from.blockDimY, from.blockDimZ);
  to->sharedMemBytes = from.sharedMemBytes;
  to->kernelParams = from.kernelParams;
  to->extra = from.extra;
  return musaSuccess;
}

}  // namespace

musaError_t kernel_operation(const MUSA_KERNEL_NODE_PARAMS* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  musaKernelNodeParams form{};
  const musaError_t error = runtime_form(*params, &form);
  return error != musaSuccess ? error : made_for(params->ctx, operation, [&](Operation* out) {
    return kernel_node(&form, out);
  });
}

musaError_t box_operation(const MUSA_MEMCPY3D* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  musaMemcpy3DParms parms{};
  const musaError_t error = box_of(*params, &parms);
  return error != musaSuccess ? error : copy_node(&parms, operation);
}

musaError_t fill_node_operation(const MUSA_MEMSET_NODE_PARAMS* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto form = as<musaMemsetParams>(*params);
  return memset_node(&form, operation);
}

musaError_t host_node_operation(const MUSA_HOST_NODE_PARAMS* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto form = as<musaHostNodeParams>(*params);
  return host_node(&form, operation);
}

}  // namespace musasim::driver
