// Executable graphs: instantiating, launching, changing.
#include "machine/graph/exec.h"

#include <cstdio>

#include "musart/graph_node.h"

using namespace musasim;

namespace {

void write_log(char* log, std::size_t size, const char* text) {
  if (log != nullptr && size != 0) {
    std::snprintf(log, size, "%s", text);
  }
}

const char* reason(musaGraphInstantiateResult result) {
  switch (result) {
    case musaGraphInstantiateSuccess: return "";
    case musaGraphInstantiateInvalidStructure: return "the dependencies of the nodes form a cycle";
    case musaGraphInstantiateNodeOperationNotSupported:
      return "launching from the device is not supported";
    default: return "the handle is not a graph, or the flags are unknown";
  }
}

musaError_t instantiate_with(musaGraphExec_t* exec, musaGraph_t graph,
                             musaGraphInstantiateParams* params) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  const musaError_t error =
      instantiate(exec, graph, params->flags, &params->result_out, &params->errNode_out);
  const bool upload = (params->flags & musaGraphInstantiateFlagUpload) != 0;
  return error == musaSuccess && upload ? upload_exec(*exec, params->uploadStream) : error;
}

}  // namespace

musaError_t musaGraphInstantiate(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                 musaGraphNode_t* pErrorNode, char* pLogBuffer, size_t bufferSize) {
  return api(__func__, [&] {
    musaGraphInstantiateResult result = musaGraphInstantiateSuccess;
    const musaError_t error = instantiate(pGraphExec, graph, 0, &result, pErrorNode);
    write_log(pLogBuffer, bufferSize, reason(result));
    return error;
  });
}

musaError_t musaGraphInstantiateWithFlags(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                          unsigned long long flags) {
  return api(__func__, [&] { return instantiate(pGraphExec, graph, flags, nullptr, nullptr); });
}

musaError_t musaGraphInstantiateWithParams(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                           musaGraphInstantiateParams* instantiateParams) {
  return api(__func__, [&] { return instantiate_with(pGraphExec, graph, instantiateParams); });
}

musaError_t musaGraphExecDestroy(musaGraphExec_t graphExec) {
  return api(__func__, [&] { return destroy_exec(graphExec); });
}

musaError_t musaGraphExecGetFlags(musaGraphExec_t graphExec, unsigned long long* flags) {
  return api(__func__, [&] { return exec_flags(graphExec, flags); });
}

musaError_t musaGraphUpload(musaGraphExec_t graphExec, musaStream_t stream) {
  return api(__func__, [&] { return upload_exec(graphExec, stream); });
}

musaError_t musaGraphLaunch(musaGraphExec_t graphExec, musaStream_t stream) {
  return api(__func__, [&] { return launch_exec(graphExec, stream); });
}

musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                musaGraphExecUpdateResultInfo* resultInfo) {
  return api(__func__, [&] { return update_exec(hGraphExec, hGraph, resultInfo); });
}

musaError_t musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaKernelNodeParams* pNodeParams) {
  return set_exec(__func__, hGraphExec, node,
                  [&](Operation* out) { return kernel_node(pNodeParams, out); });
}

musaError_t musaGraphExecMemsetNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaMemsetParams* pNodeParams) {
  return set_exec(__func__, hGraphExec, node,
                  [&](Operation* out) { return memset_node(pNodeParams, out); });
}

musaError_t musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                           const musaHostNodeParams* pNodeParams) {
  return set_exec(__func__, hGraphExec, node,
                  [&](Operation* out) { return host_node(pNodeParams, out); });
}

musaError_t musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                 musaGraph_t childGraph) {
  return api(__func__, [&] { return set_exec_child(hGraphExec, node, childGraph); });
}

musaError_t musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                                 musaEvent_t event) {
  return set_exec(__func__, hGraphExec, hNode,
                  [&](Operation* out) { return event_record_node(event, out); });
}

musaError_t musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                               musaEvent_t event) {
  return set_exec(__func__, hGraphExec, hNode,
                  [&](Operation* out) { return event_wait_node(event, out); });
}

musaError_t musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                       musaGraphNodeParams* nodeParams) {
  return api(__func__, [&] {
    if (nodeParams != nullptr && nodeParams->type == musaGraphNodeTypeGraph) {
      return set_exec_child(graphExec, node, nodeParams->graph.graph);
    }
    Operation operation;
    const musaError_t error = any_node(nodeParams, &operation);
    return error != musaSuccess ? error : set_exec_node(graphExec, node, std::move(operation));
  });
}

musaError_t musaGraphNodeSetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned int isEnabled) {
  return api(__func__, [&] { return set_enabled(hGraphExec, hNode, isEnabled != 0); });
}

musaError_t musaGraphNodeGetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned int* isEnabled) {
  return api(__func__, [&] {
    bool enabled = false;
    const musaError_t error = get_enabled(hGraphExec, hNode, &enabled);
    return error != musaSuccess ? error : store(isEnabled, enabled);
  });
}
