// Nodes from the one struct that holds the parameters of any kind.
#include "machine/graph/nodes.h"

namespace musasim {

namespace {

musaError_t kernel_of(const musaKernelNodeParamsV2& from, Operation* operation) {
  const musaKernelNodeParams params{from.func,           from.gridDim,      from.blockDim,
                                    from.sharedMemBytes, from.kernelParams, from.extra};
  return kernel_node(&params, operation);
}

musaError_t memset_of(const musaMemsetParamsV2& from, Operation* operation) {
  const musaMemsetParams params{from.dst,         from.pitch, from.value,
                                from.elementSize, from.width, from.height};
  return memset_node(&params, operation);
}

musaError_t host_of(const musaHostNodeParamsV2& from, Operation* operation) {
  const musaHostNodeParams params{from.fn, from.userData};
  return host_node(&params, operation);
}

musaError_t allocation_of(musaMemAllocNodeParamsV2* from, Operation* operation) {
  musaMemAllocNodeParams params{from->poolProps, from->accessDescs, from->accessDescCount,
                                from->bytesize, nullptr};
  const musaError_t error = allocation_node(&params, operation);
  from->dptr = params.dptr;
  return error;
}

musaError_t signal_of(const musaExternalSemaphoreSignalNodeParamsV2& from, Operation* operation) {
  const musaExternalSemaphoreSignalNodeParams params{from.extSemArray, from.paramsArray,
                                                     from.numExtSems};
  return semaphore_signal_node(&params, operation);
}

musaError_t wait_of(const musaExternalSemaphoreWaitNodeParamsV2& from, Operation* operation) {
  const musaExternalSemaphoreWaitNodeParams params{from.extSemArray, from.paramsArray,
                                                   from.numExtSems};
  return semaphore_wait_node(&params, operation);
}

}  // namespace

musaError_t any_node(musaGraphNodeParams* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  switch (params->type) {
    case musaGraphNodeTypeKernel: return kernel_of(params->kernel, operation);
    case musaGraphNodeTypeMemcpy: return copy_node(&params->memcpy.copyParams, operation);
    case musaGraphNodeTypeMemset: return memset_of(params->memset, operation);
    case musaGraphNodeTypeHost: return host_of(params->host, operation);
    case musaGraphNodeTypeGraph: return child_node(params->graph.graph, operation);
    case musaGraphNodeTypeEmpty: return empty_node(operation);
    case musaGraphNodeTypeWaitEvent: return event_wait_node(params->eventWait.event, operation);
    case musaGraphNodeTypeEventRecord:
      return event_record_node(params->eventRecord.event, operation);
    case musaGraphNodeTypeExtSemaphoreSignal: return signal_of(params->extSemSignal, operation);
    case musaGraphNodeTypeExtSemaphoreWait: return wait_of(params->extSemWait, operation);
    case musaGraphNodeTypeMemAlloc: return allocation_of(&params->alloc, operation);
    case musaGraphNodeTypeMemFree: return free_node(params->free.dptr, operation);
    default: return musaErrorNotSupported;
  }
}

}  // namespace musasim
