// Nodes of graphs of every kind but copies: adding, reading, changing.
#include "musart/graph_node.h"
#include "machine/graph/nodes.h"
#include "machine/stream/event.h"
#include "musart/api.h"
#include "musart/graph_edges.h"

using namespace musasim;

namespace {

musaError_t event_of(musaGraphNode_t node, OperationKind kind, musaEvent_t* event) {
  return read_node<EventParams>(node, kind, event,
                                [](const EventParams& params) { return params.event->handle(); });
}

}  // namespace

musaError_t musaGraphAddKernelNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t* pDependencies, size_t numDependencies,
                                   const musaKernelNodeParams* pNodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return kernel_node(pNodeParams, out); });
}

musaError_t musaGraphKernelNodeGetParams(musaGraphNode_t node, musaKernelNodeParams* pNodeParams) {
  return api(__func__, [&] { return get_kernel_node(node, pNodeParams); });
}

musaError_t musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                         const musaKernelNodeParams* pNodeParams) {
  return set(__func__, node, [&](Operation* out) { return kernel_node(pNodeParams, out); });
}

musaError_t musaGraphAddMemsetNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t* pDependencies, size_t numDependencies,
                                   const musaMemsetParams* pMemsetParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return memset_node(pMemsetParams, out); });
}

musaError_t musaGraphMemsetNodeGetParams(musaGraphNode_t node, musaMemsetParams* pNodeParams) {
  return api(__func__, [&] {
    return read_node<MemsetParams>(node, OperationKind::kMemset, pNodeParams,
                                   [](const MemsetParams& params) { return params.parms; });
  });
}

musaError_t musaGraphMemsetNodeSetParams(musaGraphNode_t node,
                                         const musaMemsetParams* pNodeParams) {
  return set(__func__, node, [&](Operation* out) { return memset_node(pNodeParams, out); });
}

musaError_t musaGraphAddHostNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                 const musaGraphNode_t* pDependencies, size_t numDependencies,
                                 const musaHostNodeParams* pNodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return host_node(pNodeParams, out); });
}

musaError_t musaGraphHostNodeGetParams(musaGraphNode_t node, musaHostNodeParams* pNodeParams) {
  return api(__func__, [&] {
    return read_node<HostParams>(
        node, OperationKind::kHost, pNodeParams,
        [](const HostParams& params) { return musaHostNodeParams{params.function, params.data}; });
  });
}

musaError_t musaGraphHostNodeSetParams(musaGraphNode_t node,
                                       const musaHostNodeParams* pNodeParams) {
  return set(__func__, node, [&](Operation* out) { return host_node(pNodeParams, out); });
}

musaError_t musaGraphAddChildGraphNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t* pDependencies, size_t numDependencies,
                                       musaGraph_t childGraph) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return child_node(childGraph, out); });
}

musaError_t musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t* pGraph) {
  return api(__func__, [&] { return get_child_graph(node, pGraph); });
}

musaError_t musaGraphAddEmptyNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                  const musaGraphNode_t* pDependencies, size_t numDependencies) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [](Operation* out) { return empty_node(out); });
}

musaError_t musaGraphAddEventRecordNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                        const musaGraphNode_t* pDependencies,
                                        size_t numDependencies, musaEvent_t event) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return event_record_node(event, out); });
}

musaError_t musaGraphEventRecordNodeGetEvent(musaGraphNode_t node, musaEvent_t* event_out) {
  return api(__func__, [&] { return event_of(node, OperationKind::kEventRecord, event_out); });
}

musaError_t musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return set(__func__, node, [&](Operation* out) { return event_record_node(event, out); });
}

musaError_t musaGraphAddEventWaitNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                      const musaGraphNode_t* pDependencies, size_t numDependencies,
                                      musaEvent_t event) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return event_wait_node(event, out); });
}

musaError_t musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t* event_out) {
  return api(__func__, [&] { return event_of(node, OperationKind::kEventWait, event_out); });
}

musaError_t musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return set(__func__, node, [&](Operation* out) { return event_wait_node(event, out); });
}

musaError_t musaGraphAddMemAllocNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t* pDependencies, size_t numDependencies,
                                     musaMemAllocNodeParams* nodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return allocation_node(nodeParams, out); });
}

musaError_t musaGraphMemAllocNodeGetParams(musaGraphNode_t node,
                                           musaMemAllocNodeParams* params_out) {
  return api(__func__, [&] {
    return read_node<GraphMemoryParams>(
        node, OperationKind::kAllocate, params_out,
        [](const GraphMemoryParams& params) { return allocation_params(params); });
  });
}

musaError_t musaGraphAddMemFreeNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                    const musaGraphNode_t* pDependencies, size_t numDependencies,
                                    void* dptr) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return free_node(dptr, out); });
}

musaError_t musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void* dptr_out) {
  return api(__func__, [&] {
    return read_node<GraphMemoryParams>(
        node, OperationKind::kFree, static_cast<void**>(dptr_out),
        [](const GraphMemoryParams& params) { return params.pointer; });
  });
}

musaError_t musaGraphAddNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                             const musaGraphNode_t* pDependencies, size_t numDependencies,
                             musaGraphNodeParams* nodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return any_node(nodeParams, out); });
}

musaError_t musaGraphAddNode_v2(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                const musaGraphNode_t* pDependencies,
                                const musaGraphEdgeData* dependencyData, size_t numDependencies,
                                musaGraphNodeParams* nodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies, [&](Operation* out) {
    return all_plain(dependencyData, numDependencies) ? any_node(nodeParams, out)
                                                      : musaErrorNotSupported;
  });
}

musaError_t musaGraphNodeSetParams(musaGraphNode_t node, musaGraphNodeParams* nodeParams) {
  return set(__func__, node, [&](Operation* out) { return any_node(nodeParams, out); });
}
