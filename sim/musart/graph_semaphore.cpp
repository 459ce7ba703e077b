// Nodes of external semaphores.
#include "musart/graph_node.h"

using namespace musasim;

musaError_t musaGraphAddExternalSemaphoresSignalNode(
    musaGraphNode_t* pGraphNode, musaGraph_t graph, const musaGraphNode_t* pDependencies,
    size_t numDependencies, const musaExternalSemaphoreSignalNodeParams* nodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return semaphore_signal_node(nodeParams, out); });
}

musaError_t musaGraphExternalSemaphoresSignalNodeGetParams(
    musaGraphNode_t hNode, musaExternalSemaphoreSignalNodeParams* params_out) {
  return api(__func__, [&] {
    return read_node<SemaphoreSignalParams>(hNode, OperationKind::kSemaphoreSignal, params_out,
                                            signal_params);
  });
}

musaError_t musaGraphExternalSemaphoresSignalNodeSetParams(
    musaGraphNode_t hNode, const musaExternalSemaphoreSignalNodeParams* nodeParams) {
  return set(__func__, hNode,
             [&](Operation* out) { return semaphore_signal_node(nodeParams, out); });
}

musaError_t musaGraphAddExternalSemaphoresWaitNode(
    musaGraphNode_t* pGraphNode, musaGraph_t graph, const musaGraphNode_t* pDependencies,
    size_t numDependencies, const musaExternalSemaphoreWaitNodeParams* nodeParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return semaphore_wait_node(nodeParams, out); });
}

musaError_t musaGraphExternalSemaphoresWaitNodeGetParams(
    musaGraphNode_t hNode, musaExternalSemaphoreWaitNodeParams* params_out) {
  return api(__func__, [&] {
    return read_node<SemaphoreWaitParams>(hNode, OperationKind::kSemaphoreWait, params_out,
                                          wait_params);
  });
}

musaError_t musaGraphExternalSemaphoresWaitNodeSetParams(
    musaGraphNode_t hNode, const musaExternalSemaphoreWaitNodeParams* nodeParams) {
  return set(__func__, hNode, [&](Operation* out) { return semaphore_wait_node(nodeParams, out); });
}

musaError_t musaGraphExecExternalSemaphoresSignalNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const musaExternalSemaphoreSignalNodeParams* nodeParams) {
  return set_exec(__func__, hGraphExec, hNode,
                  [&](Operation* out) { return semaphore_signal_node(nodeParams, out); });
}

musaError_t musaGraphExecExternalSemaphoresWaitNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const musaExternalSemaphoreWaitNodeParams* nodeParams) {
  return set_exec(__func__, hGraphExec, hNode,
                  [&](Operation* out) { return semaphore_wait_node(nodeParams, out); });
}
