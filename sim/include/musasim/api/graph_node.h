// Nodes of graphs and of executable graphs, kind by kind.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaGraphAddKernelNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t* pDependencies,
                                             size_t numDependencies,
                                             const struct musaKernelNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphKernelNodeGetParams(musaGraphNode_t node,
                                                   struct musaKernelNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                                   const struct musaKernelNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphKernelNodeCopyAttributes(musaGraphNode_t hSrc, musaGraphNode_t hDst);
MUSARTAPI musaError_t musaGraphKernelNodeGetAttribute(musaGraphNode_t hNode,
                                                      musaKernelNodeAttrID attr,
                                                      musaKernelNodeAttrValue* value_out);
MUSARTAPI musaError_t musaGraphKernelNodeSetAttribute(musaGraphNode_t hNode,
                                                      musaKernelNodeAttrID attr,
                                                      const musaKernelNodeAttrValue* value);
MUSARTAPI musaError_t musaGraphAddMemcpyNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t* pDependencies,
                                             size_t numDependencies,
                                             const struct musaMemcpy3DParms* pCopyParams);
MUSARTAPI musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                                     const musaGraphNode_t* pDependencies,
                                                     size_t numDependencies, const void* symbol,
                                                     const void* src, size_t count, size_t offset,
                                                     enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t* pGraphNode,
                                                       musaGraph_t graph,
                                                       const musaGraphNode_t* pDependencies,
                                                       size_t numDependencies, void* dst,
                                                       const void* symbol, size_t count,
                                                       size_t offset, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphAddMemcpyNode1D(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                               const musaGraphNode_t* pDependencies,
                                               size_t numDependencies, void* dst, const void* src,
                                               size_t count, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphMemcpyNodeGetParams(musaGraphNode_t node,
                                                   struct musaMemcpy3DParms* pNodeParams);
MUSARTAPI musaError_t musaGraphMemcpyNodeSetParams(musaGraphNode_t node,
                                                   const struct musaMemcpy3DParms* pNodeParams);
MUSARTAPI musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const void* symbol,
                                                           const void* src, size_t count,
                                                           size_t offset, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void* dst,
                                                             const void* symbol, size_t count,
                                                             size_t offset,
                                                             enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphMemcpyNodeSetParams1D(musaGraphNode_t node, void* dst,
                                                     const void* src, size_t count,
                                                     enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphAddMemsetNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t* pDependencies,
                                             size_t numDependencies,
                                             const struct musaMemsetParams* pMemsetParams);
MUSARTAPI musaError_t musaGraphMemsetNodeGetParams(musaGraphNode_t node,
                                                   struct musaMemsetParams* pNodeParams);
MUSARTAPI musaError_t musaGraphMemsetNodeSetParams(musaGraphNode_t node,
                                                   const struct musaMemsetParams* pNodeParams);
MUSARTAPI musaError_t musaGraphAddHostNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t* pDependencies,
                                           size_t numDependencies,
                                           const struct musaHostNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphHostNodeGetParams(musaGraphNode_t node,
                                                 struct musaHostNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphHostNodeSetParams(musaGraphNode_t node,
                                                 const struct musaHostNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphAddChildGraphNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                                 const musaGraphNode_t* pDependencies,
                                                 size_t numDependencies, musaGraph_t childGraph);
MUSARTAPI musaError_t musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t* pGraph);
MUSARTAPI musaError_t musaGraphAddEmptyNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                            const musaGraphNode_t* pDependencies,
                                            size_t numDependencies);
MUSARTAPI musaError_t musaGraphAddEventRecordNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                                  const musaGraphNode_t* pDependencies,
                                                  size_t numDependencies, musaEvent_t event);
MUSARTAPI musaError_t musaGraphEventRecordNodeGetEvent(musaGraphNode_t node,
                                                       musaEvent_t* event_out);
MUSARTAPI musaError_t musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
MUSARTAPI musaError_t musaGraphAddEventWaitNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                                const musaGraphNode_t* pDependencies,
                                                size_t numDependencies, musaEvent_t event);
MUSARTAPI musaError_t musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t* event_out);
MUSARTAPI musaError_t musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
MUSARTAPI musaError_t musaGraphAddExternalSemaphoresSignalNode(
    musaGraphNode_t* pGraphNode, musaGraph_t graph, const musaGraphNode_t* pDependencies,
    size_t numDependencies, const struct musaExternalSemaphoreSignalNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphExternalSemaphoresSignalNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreSignalNodeParams* params_out);
MUSARTAPI musaError_t musaGraphExternalSemaphoresSignalNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreSignalNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphAddExternalSemaphoresWaitNode(
    musaGraphNode_t* pGraphNode, musaGraph_t graph, const musaGraphNode_t* pDependencies,
    size_t numDependencies, const struct musaExternalSemaphoreWaitNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphExternalSemaphoresWaitNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreWaitNodeParams* params_out);
MUSARTAPI musaError_t musaGraphExternalSemaphoresWaitNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreWaitNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphAddMemAllocNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                               const musaGraphNode_t* pDependencies,
                                               size_t numDependencies,
                                               struct musaMemAllocNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphMemAllocNodeGetParams(musaGraphNode_t node,
                                                     struct musaMemAllocNodeParams* params_out);
MUSARTAPI musaError_t musaGraphAddMemFreeNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                              const musaGraphNode_t* pDependencies,
                                              size_t numDependencies, void* dptr);
MUSARTAPI musaError_t musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void* dptr_out);
MUSARTAPI musaError_t musaGraphNodeFindInClone(musaGraphNode_t* pNode, musaGraphNode_t originalNode,
                                               musaGraph_t clonedGraph);
MUSARTAPI musaError_t musaGraphNodeGetType(musaGraphNode_t node, enum musaGraphNodeType* pType);
MUSARTAPI musaError_t musaGraphGetNodes(musaGraph_t graph, musaGraphNode_t* nodes,
                                        size_t* numNodes);
MUSARTAPI musaError_t musaGraphGetRootNodes(musaGraph_t graph, musaGraphNode_t* pRootNodes,
                                            size_t* pNumRootNodes);
MUSARTAPI musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node,
                                                   musaGraphNode_t* pDependencies,
                                                   size_t* pNumDependencies);
MUSARTAPI musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node,
                                                     musaGraphNode_t* pDependentNodes,
                                                     size_t* pNumDependentNodes);
MUSARTAPI musaError_t musaGraphDestroyNode(musaGraphNode_t node);
MUSARTAPI musaError_t
musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                 const struct musaKernelNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphExecMemcpyNodeSetParams(musaGraphExec_t hGraphExec,
                                                       musaGraphNode_t node,
                                                       const struct musaMemcpy3DParms* pNodeParams);
MUSARTAPI musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec,
                                                               musaGraphNode_t node,
                                                               const void* symbol, const void* src,
                                                               size_t count, size_t offset,
                                                               enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec,
                                                                 musaGraphNode_t node, void* dst,
                                                                 const void* symbol, size_t count,
                                                                 size_t offset,
                                                                 enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphExecMemcpyNodeSetParams1D(musaGraphExec_t hGraphExec,
                                                         musaGraphNode_t node, void* dst,
                                                         const void* src, size_t count,
                                                         enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaGraphExecMemsetNodeSetParams(musaGraphExec_t hGraphExec,
                                                       musaGraphNode_t node,
                                                       const struct musaMemsetParams* pNodeParams);
MUSARTAPI musaError_t musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec,
                                                     musaGraphNode_t node,
                                                     const struct musaHostNodeParams* pNodeParams);
MUSARTAPI musaError_t musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec,
                                                           musaGraphNode_t node,
                                                           musaGraph_t childGraph);
MUSARTAPI musaError_t musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec,
                                                           musaGraphNode_t hNode,
                                                           musaEvent_t event);
MUSARTAPI musaError_t musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec,
                                                         musaGraphNode_t hNode, musaEvent_t event);
MUSARTAPI musaError_t musaGraphExecExternalSemaphoresSignalNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const struct musaExternalSemaphoreSignalNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphExecExternalSemaphoresWaitNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const struct musaExternalSemaphoreWaitNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphNodeSetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                              unsigned int isEnabled);
MUSARTAPI musaError_t musaGraphNodeGetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                              unsigned int* isEnabled);
MUSARTAPI musaError_t musaGraphAddNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t* pDependencies, size_t numDependencies,
                                       struct musaGraphNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphAddNode_v2(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                          const musaGraphNode_t* pDependencies,
                                          const musaGraphEdgeData* dependencyData,
                                          size_t numDependencies,
                                          struct musaGraphNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphNodeSetParams(musaGraphNode_t node,
                                             struct musaGraphNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                                 struct musaGraphNodeParams* nodeParams);
MUSARTAPI musaError_t musaGraphNodeGetDependencies_v2(musaGraphNode_t node,
                                                      musaGraphNode_t* pDependencies,
                                                      musaGraphEdgeData* edgeData,
                                                      size_t* pNumDependencies);
MUSARTAPI musaError_t musaGraphNodeGetDependentNodes_v2(musaGraphNode_t node,
                                                        musaGraphNode_t* pDependentNodes,
                                                        musaGraphEdgeData* edgeData,
                                                        size_t* pNumDependentNodes);

#if defined(__cplusplus)
}
#endif
