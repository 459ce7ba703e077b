// Operations from the parameters that graph functions take.
#include "machine/device/simulated_gpus.h"
#include "machine/graph/nodes.h"
#include "machine/kernels/launch.h"
#include "machine/memory/copy.h"
#include "machine/memory/graph_memory.h"
#include "machine/stream/event.h"
#include "machine/stream/host_function.h"

namespace musasim {

namespace {

musaMemcpy3DParms linear_parms(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind) {
  musaMemcpy3DParms parms{};
  parms.srcPtr = musaPitchedPtr{const_cast<void*>(from), bytes, bytes, 1};
  parms.dstPtr = musaPitchedPtr{to, bytes, bytes, 1};
  parms.extent = musaExtent{bytes, 1, 1};
  parms.kind = kind;
  return parms;
}

// Makes a copy show what the program said, arrays included.
void show_as(Operation* operation, const musaMemcpy3DParms& parms, bool one_dimensional) {
  auto& params = std::get<CopyParams>(operation->params);
  params.parms = parms;
  params.one_dimensional = one_dimensional;
}

musaError_t symbol_address(const void* symbol, std::size_t bytes, std::size_t offset,
                           void** address) {
  Symbol found;
  if (const musaError_t error = find_symbol(symbol, current_device(), &found);
      error != musaSuccess) {
    return error;
  }
  if (offset > found.size || bytes > found.size - offset) {
    return musaErrorInvalidValue;
  }
  *address = static_cast<char*>(found.address) + offset;
  return musaSuccess;
}

musaError_t find_event_of(musaEvent_t event, std::shared_ptr<Event>* found) {
  *found = find_event(event);
  return *found ? musaSuccess : musaErrorInvalidValue;
}

}  // namespace

musaError_t kernel_node(const musaKernelNodeParams* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  LaunchRequest request;
  request.function = params->func;
  request.grid = params->gridDim;
  request.block = params->blockDim;
  request.shared_bytes = params->sharedMemBytes;
  request.arguments = params->kernelParams;
  request.extra = params->extra;
  return make_launch(request, current_device(), operation);
}

musaError_t copy_node(const musaMemcpy3DParms* parms, Operation* operation) {
  if (parms == nullptr) {
    return musaErrorInvalidValue;
  }
  Copy copy;
  if (const musaError_t error = copy_of(*parms, &copy); error != musaSuccess) {
    return error;
  }
  if (const musaError_t error = check_copy(&copy); error != musaSuccess) {
    return error;
  }
  *operation = copy_operation(copy);
  show_as(operation, *parms, false);
  return musaSuccess;
}

musaError_t copy_node_1d(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind,
                         Operation* operation) {
  Copy copy = linear_copy(to, from, bytes, kind);
  if (const musaError_t error = check_copy(&copy); error != musaSuccess) {
    return error;
  }
  *operation = copy_operation(copy);
  show_as(operation, linear_parms(to, from, bytes, kind), true);
  return musaSuccess;
}

musaError_t copy_node_to_symbol(const void* symbol, const void* from, std::size_t bytes,
                                std::size_t offset, musaMemcpyKind kind, Operation* operation) {
  if (kind != musaMemcpyHostToDevice && kind != musaMemcpyDeviceToDevice &&
      kind != musaMemcpyDefault) {
    return musaErrorInvalidMemcpyDirection;
  }
  void* to = nullptr;
  const musaError_t error = symbol_address(symbol, bytes, offset, &to);
  return error != musaSuccess ? error : copy_node_1d(to, from, bytes, kind, operation);
}

musaError_t copy_node_from_symbol(void* to, const void* symbol, std::size_t bytes,
                                  std::size_t offset, musaMemcpyKind kind, Operation* operation) {
  if (kind != musaMemcpyDeviceToHost && kind != musaMemcpyDeviceToDevice &&
      kind != musaMemcpyDefault) {
    return musaErrorInvalidMemcpyDirection;
  }
  void* from = nullptr;
  const musaError_t error = symbol_address(symbol, bytes, offset, &from);
  return error != musaSuccess ? error : copy_node_1d(to, from, bytes, kind, operation);
}

musaError_t memset_node(const musaMemsetParams* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  Fill fill;
  if (const musaError_t error = fill_of(*params, &fill); error != musaSuccess) {
    return error;
  }
  if (const musaError_t error = check_fill(fill); error != musaSuccess) {
    return error;
  }
  *operation = fill_operation(fill);
  operation->params = MemsetParams{*params};
  return musaSuccess;
}

musaError_t host_node(const musaHostNodeParams* params, Operation* operation) {
  if (params == nullptr || params->fn == nullptr) {
    return musaErrorInvalidValue;
  }
  *operation = host_operation(params->fn, params->userData);
  return musaSuccess;
}

musaError_t child_node(musaGraph_t child, Operation* operation) {
  const GraphLock lock;
  const Graph* const found = find_graph(child);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  if (found->has_memory_nodes()) {
    return musaErrorNotSupported;  // as on CUDA
  }
  *operation = Graph::child_operation(*found);
  return musaSuccess;
}

musaError_t empty_node(Operation* operation) {
  operation->kind = OperationKind::kEmpty;
  return musaSuccess;
}

musaError_t event_record_node(musaEvent_t event, Operation* operation) {
  std::shared_ptr<Event> found;
  const musaError_t error = find_event_of(event, &found);
  if (error == musaSuccess) {
    *operation = found->record_operation();
  }
  return error;
}

musaError_t event_wait_node(musaEvent_t event, Operation* operation) {
  std::shared_ptr<Event> found;
  const musaError_t error = find_event_of(event, &found);
  if (error == musaSuccess) {
    *operation = found->wait_operation();
  }
  return error;
}

musaError_t allocation_node(musaMemAllocNodeParams* params, Operation* operation) {
  if (params == nullptr || params->bytesize == 0 ||
      params->poolProps.allocType != musaMemAllocationTypePinned ||
      params->poolProps.location.type != musaMemLocationTypeDevice ||
      params->poolProps.location.id < 0 || params->poolProps.location.id >= device_count() ||
      (params->accessDescCount != 0 && params->accessDescs == nullptr)) {
    return musaErrorInvalidValue;
  }
  if (params->poolProps.handleTypes != musaMemHandleTypeNone) {
    return musaErrorNotSupported;
  }
  return allocation_operation(params->poolProps.location.id, params->bytesize, &params->dptr,
                              operation);
}

musaMemAllocNodeParams allocation_params(const GraphMemoryParams& params) {
  musaMemAllocNodeParams result{};
  result.poolProps.allocType = musaMemAllocationTypePinned;
  result.poolProps.location.type = musaMemLocationTypeDevice;
  result.poolProps.location.id = params.allocation->device();
  result.bytesize = params.allocation->bytes();
  result.dptr = params.pointer;
  return result;
}

musaError_t free_node(void* pointer, Operation* operation) {
  return free_operation(pointer, operation);
}

}  // namespace musasim
