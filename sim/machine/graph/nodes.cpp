// Adding, changing and reading nodes.
#include "machine/graph/nodes.h"

#include <algorithm>

#include "machine/device/simulated_gpus.h"
#include "machine/stream/capture.h"

namespace musasim {

namespace {

musaGraphNodeType type_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::kKernel: return musaGraphNodeTypeKernel;
    case OperationKind::kCopy: return musaGraphNodeTypeMemcpy;
    case OperationKind::kMemset: return musaGraphNodeTypeMemset;
    case OperationKind::kHost: return musaGraphNodeTypeHost;
    case OperationKind::kGraph: return musaGraphNodeTypeGraph;
    case OperationKind::kEventWait: return musaGraphNodeTypeWaitEvent;
    case OperationKind::kEventRecord: return musaGraphNodeTypeEventRecord;
    case OperationKind::kAllocate: return musaGraphNodeTypeMemAlloc;
    case OperationKind::kFree: return musaGraphNodeTypeMemFree;
    case OperationKind::kSemaphoreSignal: return musaGraphNodeTypeExtSemaphoreSignal;
    case OperationKind::kSemaphoreWait: return musaGraphNodeTypeExtSemaphoreWait;
    case OperationKind::kEmpty:
    case OperationKind::kOther: break;
  }
  return musaGraphNodeTypeEmpty;
}

// The kernel node of that handle; nullptr when it is none.
GraphNode* find_kernel_node(musaGraphNode_t node) {
  GraphNode* const found = find_node(node);
  return found != nullptr && found->operation.kind == OperationKind::kKernel ? found : nullptr;
}

}  // namespace

musaError_t add_node(musaGraphNode_t* node, musaGraph_t graph, const musaGraphNode_t* dependencies,
                     std::size_t count, Operation operation) {
  if (node == nullptr || (dependencies == nullptr && count != 0)) {
    return musaErrorInvalidValue;
  }
  const GraphLock lock;
  Graph* const found = find_graph(graph);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto* memory = std::get_if<GraphMemoryParams>(&operation.params);
  if (memory != nullptr && operation.kind == OperationKind::kFree &&
      found->frees(memory->pointer)) {
    return musaErrorInvalidValue;
  }
  std::vector<GraphNode*> before;
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode* const dependency = find_node(dependencies[i]);
    if (dependency == nullptr || dependency->graph != found ||
        std::find(before.begin(), before.end(), dependency) != before.end()) {
      return musaErrorInvalidValue;
    }
    before.push_back(dependency);
  }
  if (operation.device < 0) {
    operation.device = current_device();
  }
  *node = node_handle(found->add(std::move(operation), before));
  return musaSuccess;
}

musaError_t destroy_node(musaGraphNode_t node) {
  const GraphLock lock;
  GraphNode* const found = find_node(node);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  if (found->graph->has_memory_nodes()) {
    return musaErrorNotSupported;
  }
  forget_captured_node(found);
  found->graph->remove(found);
  return musaSuccess;
}

musaError_t set_node(musaGraphNode_t node, Operation operation) {
  const GraphLock lock;
  GraphNode* const found = find_node(node);
  if (found == nullptr || found->operation.kind != operation.kind) {
    return musaErrorInvalidValue;
  }
  operation.device = found->operation.device;
  found->operation = std::move(operation);
  return musaSuccess;
}

musaError_t get_node(musaGraphNode_t node, OperationKind kind, Operation* operation) {
  const GraphLock lock;
  const GraphNode* const found = find_node(node);
  if (found == nullptr || found->operation.kind != kind) {
    return musaErrorInvalidValue;
  }
  *operation = found->operation;
  return musaSuccess;
}

musaError_t node_type(musaGraphNode_t node, musaGraphNodeType* type) {
  const GraphLock lock;
  const GraphNode* const found = find_node(node);
  if (found == nullptr || type == nullptr) {
    return musaErrorInvalidValue;
  }
  *type = type_of(found->operation.kind);
  return musaSuccess;
}

musaError_t get_kernel_node(musaGraphNode_t node, musaKernelNodeParams* params) {
  const GraphLock lock;
  GraphNode* const found = find_kernel_node(node);
  if (found == nullptr || params == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto* kernel = std::get_if<KernelParams>(&found->operation.params);
  if (kernel == nullptr || kernel->function == nullptr) {
    return musaErrorInvalidDeviceFunction;  // work of a library: as for the kernels of cuBLAS
  }
  // A copy of its own: programs write to the array, and through it.
  found->shown = kernel->arguments ? kernel->arguments->copy() : nullptr;
  *params = musaKernelNodeParams{const_cast<void*>(kernel->function),
                                 kernel->grid,
                                 kernel->block,
                                 kernel->shared_bytes,
                                 found->shown ? found->shown->pointers() : nullptr,
                                 nullptr};
  return musaSuccess;
}

musaError_t get_child_graph(musaGraphNode_t node, musaGraph_t* graph) {
  const GraphLock lock;
  const GraphNode* const found = find_node(node);
  if (found == nullptr || graph == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto* child = std::get_if<ChildGraphParams>(&found->operation.params);
  if (child == nullptr) {
    return musaErrorInvalidValue;
  }
  *graph = graph_handle(child->graph.get());
  return musaSuccess;
}

musaError_t get_kernel_attribute(musaGraphNode_t node, int attribute, AttributeValue* value) {
  const GraphLock lock;
  const GraphNode* const found = find_kernel_node(node);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto kept = found->attributes.find(attribute);
  *value = kept == found->attributes.end() ? AttributeValue() : kept->second;
  return musaSuccess;
}

musaError_t set_kernel_attribute(musaGraphNode_t node, int attribute, const AttributeValue& value) {
  const GraphLock lock;
  GraphNode* const found = find_kernel_node(node);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  found->attributes[attribute] = value;
  return musaSuccess;
}

musaError_t copy_kernel_attributes(musaGraphNode_t from, musaGraphNode_t to) {
  const GraphLock lock;
  const GraphNode* const source = find_kernel_node(from);
  GraphNode* const target = find_kernel_node(to);
  if (source == nullptr || target == nullptr) {
    return musaErrorInvalidValue;
  }
  target->attributes = source->attributes;
  return musaSuccess;
}

}  // namespace musasim
