// Executable graphs: instantiating, launching, changing.
#include "machine/graph/exec.h"

#include "musa/graph_node.h"

namespace d = musasim::driver;

namespace {

musaError_t instantiate_with(MUgraphExec* exec, MUgraph graph,
                             MUSA_GRAPH_INSTANTIATE_PARAMS* params) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  musaGraphInstantiateResult result = musaGraphInstantiateSuccess;
  const musaError_t error =
      musasim::instantiate(exec, graph, params->flags, &result, &params->hErrNode_out);
  params->result_out = static_cast<MUgraphInstantiateResult>(result);
  const bool upload = (params->flags & MUSA_GRAPH_INSTANTIATE_FLAG_UPLOAD) != 0;
  return error == musaSuccess && upload ? musasim::upload_exec(*exec, params->hUploadStream)
                                        : error;
}

musaError_t update(MUgraphExec exec, MUgraph graph, MUgraphExecUpdateResultInfo* info) {
  musaGraphExecUpdateResultInfo found{};
  const musaError_t error = musasim::update_exec(exec, graph, &found);
  if (info != nullptr) {
    *info = d::as<MUgraphExecUpdateResultInfo>(found);
  }
  return error;
}

}  // namespace

// The numbers of the flags are the runtime's too.
MUresult muGraphInstantiate(MUgraphExec* phGraphExec, MUgraph hGraph, unsigned long long flags) {
  return d::in_context(
      __func__, [&] { return musasim::instantiate(phGraphExec, hGraph, flags, nullptr, nullptr); });
}

MUresult muGraphInstantiateWithParams(MUgraphExec* phGraphExec, MUgraph hGraph,
                                      MUSA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
  return d::in_context(__func__,
                       [&] { return instantiate_with(phGraphExec, hGraph, instantiateParams); });
}

MUresult muGraphExecGetFlags(MUgraphExec hGraphExec, muuint64_t* flags) {
  return d::in_context(__func__, [&] {
    unsigned long long found = 0;
    const musaError_t error = musasim::exec_flags(hGraphExec, &found);
    return error != musaSuccess ? error : d::store(flags, found);
  });
}

MUresult muGraphExecDestroy(MUgraphExec hGraphExec) {
  return d::in_context(__func__, [&] { return musasim::destroy_exec(hGraphExec); });
}

MUresult muGraphUpload(MUgraphExec hGraphExec, MUstream hStream) {
  return d::in_context(__func__, [&] { return musasim::upload_exec(hGraphExec, hStream); });
}

MUresult muGraphLaunch(MUgraphExec hGraphExec, MUstream hStream) {
  return d::in_context(__func__, [&] { return musasim::launch_exec(hGraphExec, hStream); });
}

MUresult muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
                           MUgraphExecUpdateResultInfo* resultInfo) {
  return d::in_context(__func__, [&] { return update(hGraphExec, hGraph, resultInfo); });
}

MUresult muGraphNodeSetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int isEnabled) {
  return d::in_context(__func__,
                       [&] { return musasim::set_enabled(hGraphExec, hNode, isEnabled != 0); });
}

MUresult muGraphNodeGetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int* isEnabled) {
  return d::in_context(__func__, [&] {
    bool enabled = false;
    const musaError_t error = musasim::get_enabled(hGraphExec, hNode, &enabled);
    return error != musaSuccess ? error : d::store(isEnabled, enabled ? 1U : 0U);
  });
}
