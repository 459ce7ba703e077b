// Recording the work of streams into graphs.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaStreamBeginCapture(musaStream_t stream, enum musaStreamCaptureMode mode);
#if defined(__cplusplus)
MUSARTAPI musaError_t musasimThreadExchangeStreamCaptureMode(
    enum musaStreamCaptureMode* mode) __asm__("musaThreadExchangeStreamCaptureMode");
#else
MUSARTAPI musaError_t musaThreadExchangeStreamCaptureMode(enum musaStreamCaptureMode* mode);
#endif
MUSARTAPI musaError_t musaStreamEndCapture(musaStream_t stream, musaGraph_t* pGraph);
MUSARTAPI musaError_t musaStreamIsCapturing(musaStream_t stream,
                                            enum musaStreamCaptureStatus* pCaptureStatus);
MUSARTAPI musaError_t musaStreamGetCaptureInfo_v2(
    musaStream_t stream, enum musaStreamCaptureStatus* captureStatus_out,
    unsigned long long* id_out MUSART_DEFAULT(0), musaGraph_t* graph_out MUSART_DEFAULT(0),
    const musaGraphNode_t** dependencies_out MUSART_DEFAULT(0),
    size_t* numDependencies_out MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaStreamUpdateCaptureDependencies(musaStream_t stream,
                                                          musaGraphNode_t* dependencies,
                                                          size_t numDependencies,
                                                          unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaStreamGetCaptureInfo(musaStream_t stream,
                                               enum musaStreamCaptureStatus* pCaptureStatus,
                                               unsigned long long* pId);
MUSARTAPI musaError_t musaStreamBeginCaptureToGraph(musaStream_t stream, musaGraph_t graph,
                                                    const musaGraphNode_t* dependencies,
                                                    const musaGraphEdgeData* dependencyData,
                                                    size_t numDependencies,
                                                    enum musaStreamCaptureMode mode);
MUSARTAPI musaError_t musaStreamGetCaptureInfo_v3(
    musaStream_t stream, enum musaStreamCaptureStatus* captureStatus_out,
    unsigned long long* id_out MUSART_DEFAULT(0), musaGraph_t* graph_out MUSART_DEFAULT(0),
    const musaGraphNode_t** dependencies_out MUSART_DEFAULT(0),
    const musaGraphEdgeData** edgeData_out MUSART_DEFAULT(0),
    size_t* numDependencies_out MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaStreamUpdateCaptureDependencies_v2(
    musaStream_t stream, musaGraphNode_t* dependencies, const musaGraphEdgeData* dependencyData,
    size_t numDependencies, unsigned int flags MUSART_DEFAULT(0));

#if defined(__cplusplus)
}

// torch_musa declares a function of this name in a namespace of its own, and calls it there with the type of the global
// one: as a template ours does not make that call ambiguous.
template <class Error = musaError_t>
Error musaThreadExchangeStreamCaptureMode(enum musaStreamCaptureMode* mode) {
  return musasimThreadExchangeStreamCaptureMode(mode);
}
#endif
