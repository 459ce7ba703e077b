// Graphs: making, copying, connecting and listing; user objects; memory of graphs.
#include "machine/graph/nodes.h"
#include "machine/graph/user_object.h"
#include "machine/memory/graph_memory.h"
#include "musart/api.h"
#include "musart/graph_edges.h"

using namespace musasim;

musaError_t musaGraphCreate(musaGraph_t* pGraph, unsigned int flags) {
  return api(__func__, [&] { return create_graph(pGraph, flags); });
}

musaError_t musaGraphDestroy(musaGraph_t graph) {
  return api(__func__, [&] { return destroy_graph(graph); });
}

musaError_t musaGraphClone(musaGraph_t* pGraphClone, musaGraph_t originalGraph) {
  return api(__func__, [&] { return clone_graph(pGraphClone, originalGraph); });
}

musaError_t musaGraphNodeFindInClone(musaGraphNode_t* pNode, musaGraphNode_t originalNode,
                                     musaGraph_t clonedGraph) {
  return api(__func__, [&] { return find_in_clone(pNode, originalNode, clonedGraph); });
}

musaError_t musaGraphGetNodes(musaGraph_t graph, musaGraphNode_t* nodes, size_t* numNodes) {
  return api(__func__, [&] { return list_nodes(graph, NodeList::kAll, nodes, numNodes); });
}

musaError_t musaGraphGetRootNodes(musaGraph_t graph, musaGraphNode_t* pRootNodes,
                                  size_t* pNumRootNodes) {
  return api(__func__,
             [&] { return list_nodes(graph, NodeList::kRoots, pRootNodes, pNumRootNodes); });
}

musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t* from, musaGraphNode_t* to,
                              size_t* numEdges) {
  return api(__func__, [&] { return list_edges(graph, from, to, numEdges); });
}

musaError_t musaGraphGetEdges_v2(musaGraph_t graph, musaGraphNode_t* from, musaGraphNode_t* to,
                                 musaGraphEdgeData* edgeData, size_t* numEdges) {
  return api(__func__, [&] {
    return with_plain_edges(from, edgeData, numEdges,
                            [&] { return list_edges(graph, from, to, numEdges); });
  });
}

musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t* from,
                                     const musaGraphNode_t* to, size_t numDependencies) {
  return api(__func__, [&] { return add_edges(graph, from, to, numDependencies); });
}

musaError_t musaGraphAddDependencies_v2(musaGraph_t graph, const musaGraphNode_t* from,
                                        const musaGraphNode_t* to,
                                        const musaGraphEdgeData* edgeData, size_t numDependencies) {
  return api(__func__, [&] {
    return all_plain(edgeData, numDependencies) ? add_edges(graph, from, to, numDependencies)
                                                : musaErrorNotSupported;
  });
}

musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t* from,
                                        const musaGraphNode_t* to, size_t numDependencies) {
  return api(__func__, [&] { return remove_edges(graph, from, to, numDependencies); });
}

musaError_t musaGraphRemoveDependencies_v2(musaGraph_t graph, const musaGraphNode_t* from,
                                           const musaGraphNode_t* to,
                                           const musaGraphEdgeData* edgeData,
                                           size_t numDependencies) {
  return api(__func__, [&] {
    return all_plain(edgeData, numDependencies) ? remove_edges(graph, from, to, numDependencies)
                                                : musaErrorNotSupported;
  });
}

musaError_t musaGraphDebugDotPrint(musaGraph_t graph, const char* path, unsigned int flags) {
  return api(__func__, [&] { return print_dot(graph, path, flags); });
}

musaError_t musaGraphConditionalHandleCreate(musaGraphConditionalHandle*, musaGraph_t, unsigned int,
                                             unsigned int) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaUserObjectCreate(musaUserObject_t* object_out, void* ptr, musaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
  return api(__func__,
             [&] { return create_user_object(object_out, ptr, destroy, initialRefcount, flags); });
}

musaError_t musaUserObjectRetain(musaUserObject_t object, unsigned int count) {
  return api(__func__, [&] { return retain_user_object(object, count); });
}

musaError_t musaUserObjectRelease(musaUserObject_t object, unsigned int count) {
  return api(__func__, [&] { return release_user_object(object, count); });
}

musaError_t musaGraphRetainUserObject(musaGraph_t graph, musaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  return api(__func__, [&] { return retain_user_object(graph, object, count, flags); });
}

musaError_t musaGraphReleaseUserObject(musaGraph_t graph, musaUserObject_t object,
                                       unsigned int count) {
  return api(__func__, [&] { return release_user_object(graph, object, count); });
}

musaError_t musaDeviceGraphMemTrim(int device) {
  // Memory of graphs is held by their nodes: there is never any to spare.
  return api(__func__, [&] { return is_device(device) ? musaSuccess : musaErrorInvalidDevice; });
}

musaError_t musaDeviceGetGraphMemAttribute(int device, musaGraphMemAttributeType attr,
                                           void* value) {
  return api(__func__, [&] {
    return graph_memory_attribute(device, attr, static_cast<unsigned long long*>(value));
  });
}

musaError_t musaDeviceSetGraphMemAttribute(int device, musaGraphMemAttributeType attr,
                                           void* value) {
  return api(__func__, [&] {
    return value == nullptr ? musaErrorInvalidValue
                            : reset_graph_memory_attribute(
                                  device, attr, *static_cast<unsigned long long*>(value));
  });
}
