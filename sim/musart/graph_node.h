// The frame of the functions of nodes: an operation from the parameters, then its use.
#pragma once

#include "machine/graph/exec.h"
#include "machine/graph/nodes.h"
#include "musart/api.h"

namespace musasim {

// `make(Operation*)` checks the parameters and says what is wrong with them.
template <class Make>
musaError_t add(const char* name, musaGraphNode_t* node, musaGraph_t graph,
                const musaGraphNode_t* dependencies, std::size_t count, const Make& make) {
  return api(name, [&] {
    Operation operation;
    const musaError_t error = make(&operation);
    return error != musaSuccess ? error
                                : add_node(node, graph, dependencies, count, std::move(operation));
  });
}

template <class Make>
musaError_t set(const char* name, musaGraphNode_t node, const Make& make) {
  return api(name, [&] {
    Operation operation;
    const musaError_t error = make(&operation);
    return error != musaSuccess ? error : set_node(node, std::move(operation));
  });
}

template <class Make>
musaError_t set_exec(const char* name, musaGraphExec_t exec, musaGraphNode_t node,
                     const Make& make) {
  return api(name, [&] {
    Operation operation;
    const musaError_t error = make(&operation);
    return error != musaSuccess ? error : set_exec_node(exec, node, std::move(operation));
  });
}

// Stores what `show` makes of the parameters of a node of that kind.
template <class Params, class Out, class Show>
musaError_t read_node(musaGraphNode_t node, OperationKind kind, Out* out, const Show& show) {
  if (out == nullptr) {
    return musaErrorInvalidValue;
  }
  Operation operation;
  if (const musaError_t error = get_node(node, kind, &operation); error != musaSuccess) {
    return error;
  }
  const auto* params = std::get_if<Params>(&operation.params);
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  *out = show(*params);
  return musaSuccess;
}

}  // namespace musasim
