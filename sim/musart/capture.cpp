// Recording the work of streams into graphs.
#include "machine/stream/capture.h"

#include "musart/api.h"

using namespace musasim;

namespace {

template <class To, class From>
void store_if(To* out, From value) {
  if (out != nullptr) {
    *out = static_cast<To>(value);
  }
}

// All the forms of musaStreamGetCaptureInfo. Only plain edges are recorded, so their data is empty.
musaError_t info_of(musaStream_t stream, musaStreamCaptureStatus* status, unsigned long long* id,
                    musaGraph_t* graph, const musaGraphNode_t** dependencies, std::size_t* count) {
  if (status == nullptr) {
    return musaErrorInvalidValue;
  }
  CaptureInfo info;
  const musaError_t error = capture_info(stream, &info);
  if (error != musaSuccess) {
    return error;
  }
  *status = info.status;
  if (info.status == musaStreamCaptureStatusActive) {
    store_if(id, info.id);
    store_if(graph, info.graph);
    store_if(dependencies, info.dependencies);
    store_if(count, info.dependency_count);
  }
  return musaSuccess;
}

}  // namespace

musaError_t musaStreamBeginCapture(musaStream_t stream, musaStreamCaptureMode mode) {
  return api(__func__, [&] { return begin_capture(stream, mode); });
}

musaError_t musaStreamBeginCaptureToGraph(musaStream_t stream, musaGraph_t graph,
                                          const musaGraphNode_t* dependencies,
                                          const musaGraphEdgeData* dependencyData,
                                          size_t numDependencies, musaStreamCaptureMode mode) {
  return api(__func__, [&] {
    return dependencyData != nullptr
               ? musaErrorNotSupported
               : begin_capture_to_graph(stream, graph, dependencies, numDependencies, mode);
  });
}

musaError_t musaStreamEndCapture(musaStream_t stream, musaGraph_t* pGraph) {
  return api(__func__, [&] { return end_capture(stream, pGraph); });
}

// The header's C++ has another declaration of it.
extern "C" MUSARTAPI musaError_t musaThreadExchangeStreamCaptureMode(musaStreamCaptureMode* mode) {
  return api(__func__, [&] { return exchange_capture_mode(mode); });
}

musaError_t musaStreamIsCapturing(musaStream_t stream, musaStreamCaptureStatus* pCaptureStatus) {
  return api(__func__, [&] { return capture_status(stream, pCaptureStatus); });
}

musaError_t musaStreamGetCaptureInfo(musaStream_t stream, musaStreamCaptureStatus* pCaptureStatus,
                                     unsigned long long* pId) {
  return api(__func__,
             [&] { return info_of(stream, pCaptureStatus, pId, nullptr, nullptr, nullptr); });
}

musaError_t musaStreamGetCaptureInfo_v2(musaStream_t stream,
                                        musaStreamCaptureStatus* captureStatus_out,
                                        unsigned long long* id_out, musaGraph_t* graph_out,
                                        const musaGraphNode_t** dependencies_out,
                                        size_t* numDependencies_out) {
  return api(__func__, [&] {
    return info_of(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                   numDependencies_out);
  });
}

musaError_t musaStreamGetCaptureInfo_v3(musaStream_t stream,
                                        musaStreamCaptureStatus* captureStatus_out,
                                        unsigned long long* id_out, musaGraph_t* graph_out,
                                        const musaGraphNode_t** dependencies_out,
                                        const musaGraphEdgeData** edgeData_out,
                                        size_t* numDependencies_out) {
  return api(__func__, [&] {
    store_if(edgeData_out, nullptr);
    return info_of(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                   numDependencies_out);
  });
}

musaError_t musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t* dependencies,
                                                size_t numDependencies, unsigned int flags) {
  return api(__func__, [&] {
    return update_capture_dependencies(stream, dependencies, numDependencies, flags);
  });
}

musaError_t musaStreamUpdateCaptureDependencies_v2(musaStream_t stream,
                                                   musaGraphNode_t* dependencies,
                                                   const musaGraphEdgeData* dependencyData,
                                                   size_t numDependencies, unsigned int flags) {
  return api(__func__, [&] {
    return dependencyData != nullptr
               ? musaErrorNotSupported
               : update_capture_dependencies(stream, dependencies, numDependencies, flags);
  });
}
