// A node's neighbours and kind, and attributes of kernel nodes.
#include <cstring>

#include "machine/graph/nodes.h"
#include "musart/api.h"
#include "musart/graph_edges.h"

using namespace musasim;

namespace {

static_assert(sizeof(musaKernelNodeAttrValue) == sizeof(AttributeValue));

bool known(musaKernelNodeAttrID attribute) {
  switch (attribute) {
    case musaLaunchAttributeAccessPolicyWindow:
    case musaLaunchAttributeCooperative:
    case musaLaunchAttributePriority:
    case musaLaunchAttributeClusterDimension:
    case musaLaunchAttributeClusterSchedulingPolicyPreference:
    case musaLaunchAttributeMemSyncDomainMap:
    case musaLaunchAttributeMemSyncDomain: return true;
    default: return false;
  }
}

musaError_t get_attribute(musaGraphNode_t node, musaKernelNodeAttrID attribute,
                          musaKernelNodeAttrValue* value) {
  if (value == nullptr || !known(attribute)) {
    return musaErrorInvalidValue;
  }
  AttributeValue kept{};
  const musaError_t error = get_kernel_attribute(node, attribute, &kept);
  if (error == musaSuccess) {
    std::memcpy(value, kept.data(), kept.size());
  }
  return error;
}

musaError_t set_attribute(musaGraphNode_t node, musaKernelNodeAttrID attribute,
                          const musaKernelNodeAttrValue* value) {
  if (value == nullptr || !known(attribute)) {
    return musaErrorInvalidValue;
  }
  AttributeValue kept{};
  std::memcpy(kept.data(), value, kept.size());
  return set_kernel_attribute(node, attribute, kept);
}

}  // namespace

musaError_t musaGraphNodeGetType(musaGraphNode_t node, musaGraphNodeType* pType) {
  return api(__func__, [&] { return node_type(node, pType); });
}

musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node, musaGraphNode_t* pDependencies,
                                         size_t* pNumDependencies) {
  return api(__func__, [&] {
    return list_neighbours(node, Neighbours::kDependencies, pDependencies, pNumDependencies);
  });
}

musaError_t musaGraphNodeGetDependencies_v2(musaGraphNode_t node, musaGraphNode_t* pDependencies,
                                            musaGraphEdgeData* edgeData, size_t* pNumDependencies) {
  return api(__func__, [&] {
    return with_plain_edges(pDependencies, edgeData, pNumDependencies, [&] {
      return list_neighbours(node, Neighbours::kDependencies, pDependencies, pNumDependencies);
    });
  });
}

musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t* pDependentNodes,
                                           size_t* pNumDependentNodes) {
  return api(__func__, [&] {
    return list_neighbours(node, Neighbours::kDependents, pDependentNodes, pNumDependentNodes);
  });
}

musaError_t musaGraphNodeGetDependentNodes_v2(musaGraphNode_t node,
                                              musaGraphNode_t* pDependentNodes,
                                              musaGraphEdgeData* edgeData,
                                              size_t* pNumDependentNodes) {
  return api(__func__, [&] {
    return with_plain_edges(pDependentNodes, edgeData, pNumDependentNodes, [&] {
      return list_neighbours(node, Neighbours::kDependents, pDependentNodes, pNumDependentNodes);
    });
  });
}

musaError_t musaGraphDestroyNode(musaGraphNode_t node) {
  return api(__func__, [&] { return destroy_node(node); });
}

musaError_t musaGraphKernelNodeCopyAttributes(musaGraphNode_t hSrc, musaGraphNode_t hDst) {
  return api(__func__, [&] { return copy_kernel_attributes(hSrc, hDst); });
}

musaError_t musaGraphKernelNodeGetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                            musaKernelNodeAttrValue* value_out) {
  return api(__func__, [&] { return get_attribute(hNode, attr, value_out); });
}

musaError_t musaGraphKernelNodeSetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                            const musaKernelNodeAttrValue* value) {
  return api(__func__, [&] { return set_attribute(hNode, attr, value); });
}
