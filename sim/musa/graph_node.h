// The frame of the functions of nodes: an operation from the parameters, then its use.
#pragma once

#include "machine/device/device_scope.h"
#include "machine/graph/exec.h"
#include "machine/graph/nodes.h"
#include "musa/api.h"

namespace musasim::driver {

// `make(Operation*)` checks the parameters and says what is wrong with them. Operations of nodes are
// made for the current device: here that of the context, if there is one.
template <class Make>
musaError_t made_for(MUcontext context, Operation* operation, const Make& make) {
  const int device = context == nullptr ? current_device() : device_of(context);
  if (device < 0) {
    return musaErrorDeviceUninitialized;  // the context is dead
  }
  const DeviceScope scope(device);
  return make(operation);
}

template <class Make>
MUresult add(const char* name, MUgraphNode* node, MUgraph graph, const MUgraphNode* dependencies,
             std::size_t count, MUcontext context, const Make& make) {
  return in_context(name, [&] {
    Operation operation;
    const musaError_t error = made_for(context, &operation, make);
    return error != musaSuccess ? error
                                : add_node(node, graph, dependencies, count, std::move(operation));
  });
}

template <class Make>
MUresult set(const char* name, MUgraphNode node, const Make& make) {
  return in_context(name, [&] {
    Operation operation;
    const musaError_t error = make(&operation);
    return error != musaSuccess ? error : set_node(node, std::move(operation));
  });
}

template <class Make>
MUresult set_exec(const char* name, MUgraphExec exec, MUgraphNode node, MUcontext context,
                  const Make& make) {
  return in_context(name, [&] {
    Operation operation;
    const musaError_t error = made_for(context, &operation, make);
    return error != musaSuccess ? error : set_exec_node(exec, node, std::move(operation));
  });
}

// Stores what `show` makes of the parameters of a node of that kind.
template <class Params, class Out, class Show>
musaError_t read_node(MUgraphNode node, OperationKind kind, Out* out, const Show& show) {
  if (out == nullptr) {
    return musaErrorInvalidValue;
  }
  Operation operation;
  if (const musaError_t error = get_node(node, kind, &operation); error != musaSuccess) {
    return error;
  }
  const auto* const params = std::get_if<Params>(&operation.params);
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  *out = show(*params);
  return musaSuccess;
}

// --- the driver's forms of parameters as operations ---

musaError_t kernel_operation(const MUSA_KERNEL_NODE_PARAMS* params, Operation* operation);
musaError_t box_operation(const MUSA_MEMCPY3D* params, Operation* operation);
musaError_t fill_node_operation(const MUSA_MEMSET_NODE_PARAMS* params, Operation* operation);
musaError_t host_node_operation(const MUSA_HOST_NODE_PARAMS* params, Operation* operation);

}  // namespace musasim::driver
