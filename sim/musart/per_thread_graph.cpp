// Launches, graphs and captures with stream 0 as the calling thread's own stream.
#include "musart/per_thread.h"

using namespace musasim;

musaError_t musaGraphInstantiateWithParams_ptsz(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                                musaGraphInstantiateParams* instantiateParams) {
  return on_own_stream(__func__, musaGraphInstantiateWithParams, pGraphExec, graph,
                       instantiateParams);
}

musaError_t musaGraphLaunch_ptsz(musaGraphExec_t graphExec, musaStream_t stream) {
  return on_own_stream(__func__, musaGraphLaunch, graphExec, stream);
}

musaError_t musaGraphUpload_ptsz(musaGraphExec_t graphExec, musaStream_t stream) {
  return on_own_stream(__func__, musaGraphUpload, graphExec, stream);
}

musaError_t musaLaunch_ptsz(const void* func) { return on_own_stream(__func__, musaLaunch, func); }

musaError_t musaLaunchCooperativeKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim,
                                             void** args, size_t sharedMem, musaStream_t stream) {
  return on_own_stream(__func__, musaLaunchCooperativeKernel, func, gridDim, blockDim, args,
                       sharedMem, stream);
}

musaError_t musaLaunchHostFunc_ptsz(musaStream_t stream, musaHostFn_t fn, void* userData) {
  return on_own_stream(__func__, musaLaunchHostFunc, stream, fn, userData);
}

musaError_t musaLaunchKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                  size_t sharedMem, musaStream_t stream) {
  return on_own_stream(__func__, musaLaunchKernel, func, gridDim, blockDim, args, sharedMem,
                       stream);
}

musaError_t musaLaunchKernelExC_ptsz(const musaLaunchConfig_t* config, const void* func,
                                     void** args) {
  return on_own_stream(__func__, musaLaunchKernelExC, config, func, args);
}

musaError_t musaStreamBeginCapture_ptsz(musaStream_t stream, musaStreamCaptureMode mode) {
  return on_own_stream(__func__, musaStreamBeginCapture, stream, mode);
}

musaError_t musaStreamBeginCaptureToGraph_ptsz(musaStream_t stream, musaGraph_t graph,
                                               const musaGraphNode_t* dependencies,
                                               const musaGraphEdgeData* dependencyData,
                                               size_t numDependencies, musaStreamCaptureMode mode) {
  return on_own_stream(__func__, musaStreamBeginCaptureToGraph, stream, graph, dependencies,
                       dependencyData, numDependencies, mode);
}

musaError_t musaStreamEndCapture_ptsz(musaStream_t stream, musaGraph_t* pGraph) {
  return on_own_stream(__func__, musaStreamEndCapture, stream, pGraph);
}

musaError_t musaStreamGetCaptureInfo_ptsz(musaStream_t stream,
                                          musaStreamCaptureStatus* pCaptureStatus,
                                          unsigned long long* pId) {
  return on_own_stream(__func__, musaStreamGetCaptureInfo, stream, pCaptureStatus, pId);
}

musaError_t musaStreamGetCaptureInfo_v2_ptsz(musaStream_t stream,
                                             musaStreamCaptureStatus* captureStatus_out,
                                             unsigned long long* id_out, musaGraph_t* graph_out,
                                             const musaGraphNode_t** dependencies_out,
                                             size_t* numDependencies_out) {
  return on_own_stream(__func__, musaStreamGetCaptureInfo_v2, stream, captureStatus_out, id_out,
                       graph_out, dependencies_out, numDependencies_out);
}

musaError_t musaStreamGetCaptureInfo_v3_ptsz(musaStream_t stream,
                                             musaStreamCaptureStatus* captureStatus_out,
                                             unsigned long long* id_out, musaGraph_t* graph_out,
                                             const musaGraphNode_t** dependencies_out,
                                             const musaGraphEdgeData** edgeData_out,
                                             size_t* numDependencies_out) {
  return on_own_stream(__func__, musaStreamGetCaptureInfo_v3, stream, captureStatus_out, id_out,
                       graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

musaError_t musaStreamUpdateCaptureDependencies_ptsz(musaStream_t stream,
                                                     musaGraphNode_t* dependencies,
                                                     size_t numDependencies, unsigned int flags) {
  return on_own_stream(__func__, musaStreamUpdateCaptureDependencies, stream, dependencies,
                       numDependencies, flags);
}

musaError_t musaStreamUpdateCaptureDependencies_v2_ptsz(musaStream_t stream,
                                                        musaGraphNode_t* dependencies,
                                                        const musaGraphEdgeData* dependencyData,
                                                        size_t numDependencies,
                                                        unsigned int flags) {
  return on_own_stream(__func__, musaStreamUpdateCaptureDependencies_v2, stream, dependencies,
                       dependencyData, numDependencies, flags);
}
