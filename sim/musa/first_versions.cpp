// The plain names of functions whose first versions took other arguments than those that the header
// declares now: programs that look functions up by name call them like that.
#include <cstdio>

#include "musa.h"

#undef muGetProcAddress
#undef muGraphAddKernelNode
#undef muGraphExecKernelNodeSetParams
#undef muGraphExecUpdate
#undef muGraphInstantiate
#undef muGraphKernelNodeGetParams
#undef muGraphKernelNodeSetParams
#undef muStreamBeginCapture
#undef muStreamGetCaptureInfo

namespace {

MUSA_KERNEL_NODE_PARAMS_v2 widened(const MUSA_KERNEL_NODE_PARAMS_v1& from) {
  return {from.func,         from.gridDimX,  from.gridDimY,  from.gridDimZ,
          from.blockDimX,    from.blockDimY, from.blockDimZ, from.sharedMemBytes,
          from.kernelParams, from.extra,     nullptr,        nullptr};
}

MUresult instantiate(MUgraphExec* exec, MUgraph graph, MUgraphNode* node, char* log,
                     size_t log_size) {
  MUSA_GRAPH_INSTANTIATE_PARAMS params{};
  const MUresult result = muGraphInstantiateWithParams(exec, graph, &params);
  if (node != nullptr) {
    *node = params.hErrNode_out;
  }
  if (log != nullptr && log_size != 0) {
    std::snprintf(log, log_size, "%s", result == MUSA_SUCCESS ? "" : "the graph is not valid");
  }
  return result;
}

}  // namespace

#define MUSASIM_FIRST extern "C" __attribute__((visibility("default"))) MUresult

MUSASIM_FIRST muGetProcAddress(const char* symbol, void** pfn, int version, muuint64_t flags) {
  return muGetProcAddress_v2(symbol, pfn, version, flags, nullptr);
}

MUSASIM_FIRST muStreamBeginCapture(MUstream stream) {
  return muStreamBeginCapture_v2(stream, MU_STREAM_CAPTURE_MODE_GLOBAL);
}

MUSASIM_FIRST muStreamGetCaptureInfo(MUstream stream, MUstreamCaptureStatus* status,
                                     muuint64_t* id) {
  return muStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

MUSASIM_FIRST muGraphInstantiate(MUgraphExec* exec, MUgraph graph, MUgraphNode* node, char* log,
                                 size_t log_size) {
  return instantiate(exec, graph, node, log, log_size);
}

MUSASIM_FIRST muGraphExecUpdate(MUgraphExec exec, MUgraph graph, MUgraphNode* node,
                                MUgraphExecUpdateResult* result) {
  MUgraphExecUpdateResultInfo info{};
  const MUresult updated = muGraphExecUpdate_v2(exec, graph, &info);
  if (node != nullptr) {
    *node = info.errorNode;
  }
  if (result != nullptr) {
    *result = info.result;
  }
  return updated;
}

MUSASIM_FIRST muGraphAddKernelNode(MUgraphNode* node, MUgraph graph,
                                   const MUgraphNode* dependencies, size_t count,
                                   const MUSA_KERNEL_NODE_PARAMS_v1* params) {
  if (params == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  const MUSA_KERNEL_NODE_PARAMS_v2 wide = widened(*params);
  return muGraphAddKernelNode_v2(node, graph, dependencies, count, &wide);
}

MUSASIM_FIRST muGraphKernelNodeGetParams(MUgraphNode node, MUSA_KERNEL_NODE_PARAMS_v1* params) {
  if (params == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  MUSA_KERNEL_NODE_PARAMS_v2 wide{};
  const MUresult result = muGraphKernelNodeGetParams_v2(node, &wide);
  if (result == MUSA_SUCCESS) {
    *params = {wide.func,         wide.gridDimX,  wide.gridDimY,  wide.gridDimZ,
               wide.blockDimX,    wide.blockDimY, wide.blockDimZ, wide.sharedMemBytes,
               wide.kernelParams, wide.extra};
  }
  return result;
}

MUSASIM_FIRST muGraphKernelNodeSetParams(MUgraphNode node,
                                         const MUSA_KERNEL_NODE_PARAMS_v1* params) {
  if (params == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  const MUSA_KERNEL_NODE_PARAMS_v2 wide = widened(*params);
  return muGraphKernelNodeSetParams_v2(node, &wide);
}

MUSASIM_FIRST muGraphExecKernelNodeSetParams(MUgraphExec exec, MUgraphNode node,
                                             const MUSA_KERNEL_NODE_PARAMS_v1* params) {
  if (params == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  const MUSA_KERNEL_NODE_PARAMS_v2 wide = widened(*params);
  return muGraphExecKernelNodeSetParams_v2(exec, node, &wide);
}
