// Nodes that copy, fill, allocate and free memory.
#include "machine/array/array.h"
#include "machine/memory/graph_memory.h"
#include "musa/graph_node.h"

namespace d = musasim::driver;
using musasim::Operation;
using musasim::OperationKind;

namespace {

// The type of each side's memory, as far as the kind of the copy says.
MUmemorytype source_type(musaMemcpyKind kind) {
  switch (kind) {
    case musaMemcpyHostToHost:
    case musaMemcpyHostToDevice: return MU_MEMORYTYPE_HOST;
    case musaMemcpyDefault: return MU_MEMORYTYPE_UNIFIED;
    default: return MU_MEMORYTYPE_DEVICE;
  }
}

MUmemorytype target_type(musaMemcpyKind kind) {
  switch (kind) {
    case musaMemcpyHostToHost:
    case musaMemcpyDeviceToHost: return MU_MEMORYTYPE_HOST;
    case musaMemcpyDefault: return MU_MEMORYTYPE_UNIFIED;
    default: return MU_MEMORYTYPE_DEVICE;
  }
}

// Bytes of an element of the arrays that take part, which the runtime counts widths in.
std::size_t element_of(const musaMemcpy3DParms& parms) {
  const void* const handle = parms.srcArray != nullptr ? parms.srcArray : parms.dstArray;
  const musasim::ArrayPtr array = musasim::find_array(handle);
  return array ? array->element : 1;
}

void show_source(const musaMemcpy3DParms& from, std::size_t element, MUSA_MEMCPY3D* to) {
  const bool array = from.srcArray != nullptr;
  to->srcXInBytes = from.srcPos.x * (array ? element : 1);
  to->srcY = from.srcPos.y;
  to->srcZ = from.srcPos.z;
  to->srcMemoryType = array ? MU_MEMORYTYPE_ARRAY : source_type(from.kind);
  to->srcArray = reinterpret_cast<MUarray>(from.srcArray);
  if (to->srcMemoryType == MU_MEMORYTYPE_HOST) {
    to->srcHost = from.srcPtr.ptr;
  } else {
    to->srcDevice = d::address(from.srcPtr.ptr);
  }
  to->srcPitch = from.srcPtr.pitch;
  to->srcHeight = from.srcPtr.ysize;
}

void show_target(const musaMemcpy3DParms& from, std::size_t element, MUSA_MEMCPY3D* to) {
  const bool array = from.dstArray != nullptr;
  to->dstXInBytes = from.dstPos.x * (array ? element : 1);
  to->dstY = from.dstPos.y;
  to->dstZ = from.dstPos.z;
  to->dstMemoryType = array ? MU_MEMORYTYPE_ARRAY : target_type(from.kind);
  to->dstArray = reinterpret_cast<MUarray>(from.dstArray);
  if (to->dstMemoryType == MU_MEMORYTYPE_HOST) {
    to->dstHost = from.dstPtr.ptr;
  } else {
    to->dstDevice = d::address(from.dstPtr.ptr);
  }
  to->dstPitch = from.dstPtr.pitch;
  to->dstHeight = from.dstPtr.ysize;
}

MUSA_MEMCPY3D driver_form(const musaMemcpy3DParms& from) {
  const std::size_t element = element_of(from);
  MUSA_MEMCPY3D to{};
  show_source(from, element, &to);
  show_target(from, element, &to);
  to.WidthInBytes = from.extent.width * element;
  to.Height = from.extent.height;
  to.Depth = from.extent.depth;
  return to;
}

}  // namespace

MUresult muGraphAddMemcpyNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                              const MUgraphNode* dependencies, size_t numDependencies,
                              const MUSA_MEMCPY3D* copyParams, MUcontext ctx) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, ctx,
                [&](Operation* out) { return d::box_operation(copyParams, out); });
}

MUresult muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D* nodeParams) {
  return d::in_context(__func__, [&] {
    return d::read_node<musasim::CopyParams>(
        hNode, OperationKind::kCopy, nodeParams,
        [](const musasim::CopyParams& params) { return driver_form(params.parms); });
  });
}

MUresult muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D* nodeParams) {
  return d::set(__func__, hNode, [&](Operation* out) { return d::box_operation(nodeParams, out); });
}

MUresult muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMCPY3D* copyParams, MUcontext ctx) {
  return d::set_exec(__func__, hGraphExec, hNode, ctx,
                     [&](Operation* out) { return d::box_operation(copyParams, out); });
}

MUresult muGraphAddMemsetNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                              const MUgraphNode* dependencies, size_t numDependencies,
                              const MUSA_MEMSET_NODE_PARAMS* memsetParams, MUcontext ctx) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, ctx,
                [&](Operation* out) { return d::fill_node_operation(memsetParams, out); });
}

MUresult muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS* nodeParams) {
  return d::in_context(__func__, [&] {
    return d::read_node<musasim::MemsetParams>(
        hNode, OperationKind::kMemset, nodeParams, [](const musasim::MemsetParams& params) {
          return d::as<MUSA_MEMSET_NODE_PARAMS>(params.parms);
        });
  });
}

MUresult muGraphMemsetNodeSetParams(MUgraphNode hNode, const MUSA_MEMSET_NODE_PARAMS* nodeParams) {
  return d::set(__func__, hNode,
                [&](Operation* out) { return d::fill_node_operation(nodeParams, out); });
}

MUresult muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMSET_NODE_PARAMS* memsetParams,
                                        MUcontext ctx) {
  return d::set_exec(__func__, hGraphExec, hNode, ctx,
                     [&](Operation* out) { return d::fill_node_operation(memsetParams, out); });
}

MUresult muGraphAddMemAllocNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                const MUgraphNode* dependencies, size_t numDependencies,
                                MUSA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) {
                  if (nodeParams == nullptr) {
                    return musaErrorInvalidValue;
                  }
                  auto form = d::as<musaMemAllocNodeParams>(*nodeParams);
                  const musaError_t error = musasim::allocation_node(&form, out);
                  nodeParams->dptr = error == musaSuccess ? d::address(form.dptr) : 0;
                  return error;
                });
}

MUresult muGraphMemAllocNodeGetParams(MUgraphNode hNode, MUSA_MEM_ALLOC_NODE_PARAMS* params_out) {
  return d::in_context(__func__, [&] {
    return d::read_node<musasim::GraphMemoryParams>(
        hNode, OperationKind::kAllocate, params_out, [](const musasim::GraphMemoryParams& params) {
          return d::as<MUSA_MEM_ALLOC_NODE_PARAMS>(musasim::allocation_params(params));
        });
  });
}

MUresult muGraphAddMemFreeNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                               const MUgraphNode* dependencies, size_t numDependencies,
                               MUdeviceptr dptr) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return musasim::free_node(d::pointer(dptr), out); });
}

MUresult muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr* dptr_out) {
  return d::in_context(__func__, [&] {
    return d::read_node<musasim::GraphMemoryParams>(
        hNode, OperationKind::kFree, dptr_out,
        [](const musasim::GraphMemoryParams& params) { return d::address(params.pointer); });
  });
}

MUresult muDeviceGraphMemTrim(MUdevice device) {
  // Memory of graphs is held by their nodes: there is never any to spare.
  return d::initialized(
      __func__, [&] { return d::is_device(device) ? musaSuccess : musaErrorInvalidDevice; });
}

MUresult muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void* value) {
  return d::initialized(__func__, [&] {
    return musasim::graph_memory_attribute(device, static_cast<musaGraphMemAttributeType>(attr),
                                           static_cast<unsigned long long*>(value));
  });
}

MUresult muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void* value) {
  return d::initialized(__func__, [&] {
    return value == nullptr ? musaErrorInvalidValue
                            : musasim::reset_graph_memory_attribute(
                                  device, static_cast<musaGraphMemAttributeType>(attr),
                                  *static_cast<unsigned long long*>(value));
  });
}
