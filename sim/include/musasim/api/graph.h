// Graphs: creating, connecting, instantiating, launching, updating; user objects.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaGraphCreate(musaGraph_t* pGraph, unsigned int flags);
MUSARTAPI musaError_t musaDeviceGraphMemTrim(int device);
MUSARTAPI musaError_t musaDeviceGetGraphMemAttribute(int device,
                                                     enum musaGraphMemAttributeType attr,
                                                     void* value);
MUSARTAPI musaError_t musaDeviceSetGraphMemAttribute(int device,
                                                     enum musaGraphMemAttributeType attr,
                                                     void* value);
MUSARTAPI musaError_t musaGraphClone(musaGraph_t* pGraphClone, musaGraph_t originalGraph);
MUSARTAPI musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t* from,
                                        musaGraphNode_t* to, size_t* numEdges);
MUSARTAPI musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t* from,
                                               const musaGraphNode_t* to, size_t numDependencies);
MUSARTAPI musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t* from,
                                                  const musaGraphNode_t* to,
                                                  size_t numDependencies);
MUSARTAPI musaError_t musaGraphInstantiate(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                           musaGraphNode_t* pErrorNode, char* pLogBuffer,
                                           size_t bufferSize);
MUSARTAPI musaError_t musaGraphInstantiateWithFlags(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                                    unsigned long long flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaGraphInstantiateWithParams(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                                     musaGraphInstantiateParams* instantiateParams);
MUSARTAPI musaError_t musaGraphExecGetFlags(musaGraphExec_t graphExec, unsigned long long* flags);
MUSARTAPI musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                          musaGraphExecUpdateResultInfo* resultInfo);
MUSARTAPI musaError_t musaGraphUpload(musaGraphExec_t graphExec, musaStream_t stream);
MUSARTAPI musaError_t musaGraphLaunch(musaGraphExec_t graphExec, musaStream_t stream);
MUSARTAPI musaError_t musaGraphExecDestroy(musaGraphExec_t graphExec);
MUSARTAPI musaError_t musaGraphDestroy(musaGraph_t graph);
MUSARTAPI musaError_t musaGraphDebugDotPrint(musaGraph_t graph, const char* path,
                                             unsigned int flags);
MUSARTAPI musaError_t musaUserObjectCreate(musaUserObject_t* object_out, void* ptr,
                                           musaHostFn_t destroy, unsigned int initialRefcount,
                                           unsigned int flags);
MUSARTAPI musaError_t musaUserObjectRetain(musaUserObject_t object,
                                           unsigned int count MUSART_DEFAULT(1));
MUSARTAPI musaError_t musaUserObjectRelease(musaUserObject_t object,
                                            unsigned int count MUSART_DEFAULT(1));
MUSARTAPI musaError_t musaGraphRetainUserObject(musaGraph_t graph, musaUserObject_t object,
                                                unsigned int count MUSART_DEFAULT(1),
                                                unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaGraphReleaseUserObject(musaGraph_t graph, musaUserObject_t object,
                                                 unsigned int count MUSART_DEFAULT(1));
MUSARTAPI musaError_t musaGraphAddDependencies_v2(musaGraph_t graph, const musaGraphNode_t* from,
                                                  const musaGraphNode_t* to,
                                                  const musaGraphEdgeData* edgeData,
                                                  size_t numDependencies);
MUSARTAPI musaError_t musaGraphRemoveDependencies_v2(musaGraph_t graph, const musaGraphNode_t* from,
                                                     const musaGraphNode_t* to,
                                                     const musaGraphEdgeData* edgeData,
                                                     size_t numDependencies);
MUSARTAPI musaError_t musaGraphGetEdges_v2(musaGraph_t graph, musaGraphNode_t* from,
                                           musaGraphNode_t* to, musaGraphEdgeData* edgeData,
                                           size_t* numEdges);
MUSARTAPI musaError_t musaGraphConditionalHandleCreate(
    musaGraphConditionalHandle* pHandle_out, musaGraph_t graph,
    unsigned int defaultLaunchValue MUSART_DEFAULT(0), unsigned int flags MUSART_DEFAULT(0));

#if defined(__cplusplus)
}
#endif

#if defined(__cplusplus)
// The form that takes flags instead of a log buffer.
static inline musaError_t musaGraphInstantiate(musaGraphExec_t* pGraphExec, musaGraph_t graph,
                                               unsigned long long flags = 0) {
  return musaGraphInstantiateWithFlags(pGraphExec, graph, flags);
}
#endif
