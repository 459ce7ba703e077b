// Graphs: making, copying, connecting and listing; user objects.
#include "machine/graph/nodes.h"
#include "machine/graph/user_object.h"
#include "musa/api.h"

namespace d = musasim::driver;

MUresult muGraphCreate(MUgraph* phGraph, unsigned int flags) {
  return d::in_context(__func__, [&] { return musasim::create_graph(phGraph, flags); });
}

MUresult muGraphDestroy(MUgraph hGraph) {
  return d::in_context(__func__, [&] { return musasim::destroy_graph(hGraph); });
}

MUresult muGraphClone(MUgraph* phGraphClone, MUgraph originalGraph) {
  return d::in_context(__func__, [&] { return musasim::clone_graph(phGraphClone, originalGraph); });
}

MUresult muGraphNodeFindInClone(MUgraphNode* phNode, MUgraphNode hOriginalNode,
                                MUgraph hClonedGraph) {
  return d::in_context(__func__,
                       [&] { return musasim::find_in_clone(phNode, hOriginalNode, hClonedGraph); });
}

MUresult muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType* type) {
  return d::in_context(__func__, [&] {
    if (type == nullptr) {
      return musaErrorInvalidValue;
    }
    musaGraphNodeType found = musaGraphNodeTypeEmpty;
    const musaError_t error = musasim::node_type(hNode, &found);
    return error != musaSuccess ? error : d::store(type, found);
  });
}

MUresult muGraphDestroyNode(MUgraphNode hNode) {
  return d::in_context(__func__, [&] { return musasim::destroy_node(hNode); });
}

MUresult muGraphGetNodes(MUgraph hGraph, MUgraphNode* nodes, size_t* numNodes) {
  return d::in_context(__func__, [&] {
    return musasim::list_nodes(hGraph, musasim::NodeList::kAll, nodes, numNodes);
  });
}

MUresult muGraphGetRootNodes(MUgraph hGraph, MUgraphNode* rootNodes, size_t* numRootNodes) {
  return d::in_context(__func__, [&] {
    return musasim::list_nodes(hGraph, musasim::NodeList::kRoots, rootNodes, numRootNodes);
  });
}

MUresult muGraphGetEdges(MUgraph hGraph, MUgraphNode* from, MUgraphNode* to, size_t* numEdges) {
  return d::in_context(__func__, [&] { return musasim::list_edges(hGraph, from, to, numEdges); });
}

MUresult muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode* dependencies,
                                    size_t* numDependencies) {
  return d::in_context(__func__, [&] {
    return musasim::list_neighbours(hNode, musasim::Neighbours::kDependencies, dependencies,
                                    numDependencies);
  });
}

MUresult muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode* dependentNodes,
                                      size_t* numDependentNodes) {
  return d::in_context(__func__, [&] {
    return musasim::list_neighbours(hNode, musasim::Neighbours::kDependents, dependentNodes,
                                    numDependentNodes);
  });
}

MUresult muGraphAddDependencies(MUgraph hGraph, const MUgraphNode* from, const MUgraphNode* to,
                                size_t numDependencies) {
  return d::in_context(__func__,
                       [&] { return musasim::add_edges(hGraph, from, to, numDependencies); });
}

MUresult muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode* from, const MUgraphNode* to,
                                   size_t numDependencies) {
  return d::in_context(__func__,
                       [&] { return musasim::remove_edges(hGraph, from, to, numDependencies); });
}

MUresult muGraphDebugDotPrint(MUgraph hGraph, const char* path, unsigned int flags) {
  return d::in_context(__func__, [&] { return musasim::print_dot(hGraph, path, flags); });
}

MUresult muUserObjectCreate(MUuserObject* object_out, void* ptr, MUhostFn destroy,
                            unsigned int initialRefcount, unsigned int flags) {
  return d::in_context(__func__, [&] {
    return musasim::create_user_object(object_out, ptr, destroy, initialRefcount, flags);
  });
}

MUresult muUserObjectRetain(MUuserObject object, unsigned int count) {
  return d::in_context(__func__, [&] { return musasim::retain_user_object(object, count); });
}

MUresult muUserObjectRelease(MUuserObject object, unsigned int count) {
  return d::in_context(__func__, [&] { return musasim::release_user_object(object, count); });
}

MUresult muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned int count,
                                 unsigned int flags) {
  return d::in_context(__func__,
                       [&] { return musasim::retain_user_object(graph, object, count, flags); });
}

MUresult muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned int count) {
  return d::in_context(__func__,
                       [&] { return musasim::release_user_object(graph, object, count); });
}
