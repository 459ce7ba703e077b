// Graphs.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/graph.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muGraphCreate(MUgraph* phGraph, unsigned int flags);
MUresult MUSAAPI muGraphAddKernelNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                      const MUgraphNode* dependencies, size_t numDependencies,
                                      const MUSA_KERNEL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphKernelNodeSetParams(MUgraphNode hNode,
                                            const MUSA_KERNEL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddMemcpyNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                      const MUgraphNode* dependencies, size_t numDependencies,
                                      const MUSA_MEMCPY3D* copyParams, MUcontext ctx);
MUresult MUSAAPI muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D* nodeParams);
MUresult MUSAAPI muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D* nodeParams);
MUresult MUSAAPI muGraphAddMemsetNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                      const MUgraphNode* dependencies, size_t numDependencies,
                                      const MUSA_MEMSET_NODE_PARAMS* memsetParams, MUcontext ctx);
MUresult MUSAAPI muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphMemsetNodeSetParams(MUgraphNode hNode,
                                            const MUSA_MEMSET_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddHostNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                    const MUgraphNode* dependencies, size_t numDependencies,
                                    const MUSA_HOST_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphHostNodeSetParams(MUgraphNode hNode,
                                          const MUSA_HOST_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddChildGraphNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                          const MUgraphNode* dependencies, size_t numDependencies,
                                          MUgraph childGraph);
MUresult MUSAAPI muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph* phGraph);
MUresult MUSAAPI muGraphAddEmptyNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                     const MUgraphNode* dependencies, size_t numDependencies);
MUresult MUSAAPI muGraphAddEventRecordNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                           const MUgraphNode* dependencies, size_t numDependencies,
                                           MUevent event);
MUresult MUSAAPI muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent* event_out);
MUresult MUSAAPI muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddEventWaitNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                         const MUgraphNode* dependencies, size_t numDependencies,
                                         MUevent event);
MUresult MUSAAPI muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent* event_out);
MUresult MUSAAPI muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult MUSAAPI muGraphAddExternalSemaphoresSignalNode(
    MUgraphNode* phGraphNode, MUgraph hGraph, const MUgraphNode* dependencies,
    size_t numDependencies, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeGetParams(
    MUgraphNode hNode, MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out);
MUresult MUSAAPI muGraphExternalSemaphoresSignalNodeSetParams(
    MUgraphNode hNode, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddExternalSemaphoresWaitNode(
    MUgraphNode* phGraphNode, MUgraph hGraph, const MUgraphNode* dependencies,
    size_t numDependencies, const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeGetParams(
    MUgraphNode hNode, MUSA_EXT_SEM_WAIT_NODE_PARAMS* params_out);
MUresult MUSAAPI muGraphExternalSemaphoresWaitNodeSetParams(
    MUgraphNode hNode, const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddBatchMemOpNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                          const MUgraphNode* dependencies, size_t numDependencies,
                                          const MUSA_BATCH_MEM_OP_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphBatchMemOpNodeGetParams(MUgraphNode hNode,
                                                MUSA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out);
MUresult MUSAAPI muGraphBatchMemOpNodeSetParams(MUgraphNode hNode,
                                                const MUSA_BATCH_MEM_OP_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExecBatchMemOpNodeSetParams(
    MUgraphExec hGraphExec, MUgraphNode hNode, const MUSA_BATCH_MEM_OP_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphAddMemAllocNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                        const MUgraphNode* dependencies, size_t numDependencies,
                                        MUSA_MEM_ALLOC_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphMemAllocNodeGetParams(MUgraphNode hNode,
                                              MUSA_MEM_ALLOC_NODE_PARAMS* params_out);
MUresult MUSAAPI muGraphAddMemFreeNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                       const MUgraphNode* dependencies, size_t numDependencies,
                                       MUdeviceptr dptr);
MUresult MUSAAPI muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr* dptr_out);
MUresult MUSAAPI muDeviceGraphMemTrim(MUdevice device);
MUresult MUSAAPI muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr,
                                              void* value);
MUresult MUSAAPI muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr,
                                              void* value);
MUresult MUSAAPI muGraphClone(MUgraph* phGraphClone, MUgraph originalGraph);
MUresult MUSAAPI muGraphNodeFindInClone(MUgraphNode* phNode, MUgraphNode hOriginalNode,
                                        MUgraph hClonedGraph);
MUresult MUSAAPI muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType* type);
MUresult MUSAAPI muGraphGetNodes(MUgraph hGraph, MUgraphNode* nodes, size_t* numNodes);
MUresult MUSAAPI muGraphGetRootNodes(MUgraph hGraph, MUgraphNode* rootNodes, size_t* numRootNodes);
MUresult MUSAAPI muGraphGetEdges(MUgraph hGraph, MUgraphNode* from, MUgraphNode* to,
                                 size_t* numEdges);
MUresult MUSAAPI muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode* dependencies,
                                            size_t* numDependencies);
MUresult MUSAAPI muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode* dependentNodes,
                                              size_t* numDependentNodes);
MUresult MUSAAPI muGraphAddDependencies(MUgraph hGraph, const MUgraphNode* from,
                                        const MUgraphNode* to, size_t numDependencies);
MUresult MUSAAPI muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode* from,
                                           const MUgraphNode* to, size_t numDependencies);
MUresult MUSAAPI muGraphDestroyNode(MUgraphNode hNode);
MUresult MUSAAPI muGraphInstantiate(MUgraphExec* phGraphExec, MUgraph hGraph,
                                    unsigned long long flags);
MUresult MUSAAPI muGraphInstantiateWithParams(MUgraphExec* phGraphExec, MUgraph hGraph,
                                              MUSA_GRAPH_INSTANTIATE_PARAMS* instantiateParams);
MUresult MUSAAPI muGraphExecGetFlags(MUgraphExec hGraphExec, muuint64_t* flags);
MUresult MUSAAPI muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_KERNEL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_MEMCPY3D* copyParams, MUcontext ctx);
MUresult MUSAAPI muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                const MUSA_MEMSET_NODE_PARAMS* memsetParams,
                                                MUcontext ctx);
MUresult MUSAAPI muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                              const MUSA_HOST_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                    MUgraph childGraph);
MUresult MUSAAPI muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                    MUevent event);
MUresult MUSAAPI muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                  MUevent event);
MUresult MUSAAPI muGraphExecExternalSemaphoresSignalNodeSetParams(
    MUgraphExec hGraphExec, MUgraphNode hNode, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphExecExternalSemaphoresWaitNodeSetParams(
    MUgraphExec hGraphExec, MUgraphNode hNode, const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams);
MUresult MUSAAPI muGraphNodeSetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode,
                                       unsigned int isEnabled);
MUresult MUSAAPI muGraphNodeGetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode,
                                       unsigned int* isEnabled);
MUresult MUSAAPI muGraphUpload(MUgraphExec hGraphExec, MUstream hStream);
MUresult MUSAAPI muGraphLaunch(MUgraphExec hGraphExec, MUstream hStream);
MUresult MUSAAPI muGraphExecDestroy(MUgraphExec hGraphExec);
MUresult MUSAAPI muGraphDestroy(MUgraph hGraph);
MUresult MUSAAPI muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
                                   MUgraphExecUpdateResultInfo* resultInfo);
MUresult MUSAAPI muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src);
MUresult MUSAAPI muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                               MUkernelNodeAttrValue* value_out);
MUresult MUSAAPI muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                               const MUkernelNodeAttrValue* value);
MUresult MUSAAPI muGraphDebugDotPrint(MUgraph hGraph, const char* path, unsigned int flags);
MUresult MUSAAPI muUserObjectCreate(MUuserObject* object_out, void* ptr, MUhostFn destroy,
                                    unsigned int initialRefcount, unsigned int flags);
MUresult MUSAAPI muUserObjectRetain(MUuserObject object, unsigned int count);
MUresult MUSAAPI muUserObjectRelease(MUuserObject object, unsigned int count);
MUresult MUSAAPI muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned int count,
                                         unsigned int flags);
MUresult MUSAAPI muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned int count);

#include "musasim/driver/api_end.h"
