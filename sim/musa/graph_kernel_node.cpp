// Kernel nodes.
#include "musa/graph_node.h"

namespace d = musasim::driver;
using musasim::Operation;

namespace {

bool is_attribute(MUkernelNodeAttrID attribute) {
  switch (attribute) {
    case MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case MU_LAUNCH_ATTRIBUTE_COOPERATIVE:
    case MU_LAUNCH_ATTRIBUTE_PRIORITY:
    case MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
    case MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: return true;
    default: return false;
  }
}

musaError_t show(MUgraphNode node, MUSA_KERNEL_NODE_PARAMS* params) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  musaKernelNodeParams form{};
  if (const musaError_t error = musasim::get_kernel_node(node, &form); error != musaSuccess) {
    return error;
  }
  *params = MUSA_KERNEL_NODE_PARAMS{};
  params->func = static_cast<MUfunction>(form.func);
  params->gridDimX = form.gridDim.x;
  params->gridDimY = form.gridDim.y;
  params->gridDimZ = form.gridDim.z;
  params->blockDimX = form.blockDim.x;
  params->blockDimY = form.blockDim.y;
  params->blockDimZ = form.blockDim.z;
  params->sharedMemBytes = form.sharedMemBytes;
  params->kernelParams = form.kernelParams;
  params->extra = form.extra;
  return musaSuccess;
}

}  // namespace

MUresult muGraphAddKernelNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                              const MUgraphNode* dependencies, size_t numDependencies,
                              const MUSA_KERNEL_NODE_PARAMS* nodeParams) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return d::kernel_operation(nodeParams, out); });
}

MUresult muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS* nodeParams) {
  return d::in_context(__func__, [&] { return show(hNode, nodeParams); });
}

MUresult muGraphKernelNodeSetParams(MUgraphNode hNode, const MUSA_KERNEL_NODE_PARAMS* nodeParams) {
  return d::set(__func__, hNode,
                [&](Operation* out) { return d::kernel_operation(nodeParams, out); });
}

MUresult muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_KERNEL_NODE_PARAMS* nodeParams) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return d::kernel_operation(nodeParams, out); });
}

MUresult muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src) {
  return d::in_context(__func__, [&] { return musasim::copy_kernel_attributes(src, dst); });
}

MUresult muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       MUkernelNodeAttrValue* value_out) {
  return d::in_context(__func__, [&] {
    if (value_out == nullptr || !is_attribute(attr)) {
      return musaErrorInvalidValue;
    }
    musasim::AttributeValue kept{};
    const musaError_t error = musasim::get_kernel_attribute(hNode, attr, &kept);
    return error != musaSuccess ? error : d::store(value_out, d::as<MUkernelNodeAttrValue>(kept));
  });
}

MUresult muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       const MUkernelNodeAttrValue* value) {
  return d::in_context(__func__, [&] {
    return value == nullptr || !is_attribute(attr)
               ? musaErrorInvalidValue
               : musasim::set_kernel_attribute(hNode, attr, d::as<musasim::AttributeValue>(*value));
  });
}
