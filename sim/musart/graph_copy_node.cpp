// Copy nodes, of graphs and of executable graphs.
#include "machine/graph/nodes.h"
#include "musart/graph_node.h"

using namespace musasim;

musaError_t musaGraphAddMemcpyNode(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t* pDependencies, size_t numDependencies,
                                   const musaMemcpy3DParms* pCopyParams) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return copy_node(pCopyParams, out); });
}

musaError_t musaGraphAddMemcpyNode1D(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     musaMemcpyKind kind) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies,
             [&](Operation* out) { return copy_node_1d(dst, src, count, kind, out); });
}

musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t* pDependencies,
                                           size_t numDependencies, const void* symbol,
                                           const void* src, size_t count, size_t offset,
                                           musaMemcpyKind kind) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies, [&](Operation* out) {
    return copy_node_to_symbol(symbol, src, count, offset, kind, out);
  });
}

musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t* pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t* pDependencies,
                                             size_t numDependencies, void* dst, const void* symbol,
                                             size_t count, size_t offset, musaMemcpyKind kind) {
  return add(__func__, pGraphNode, graph, pDependencies, numDependencies, [&](Operation* out) {
    return copy_node_from_symbol(dst, symbol, count, offset, kind, out);
  });
}

musaError_t musaGraphMemcpyNodeGetParams(musaGraphNode_t node, musaMemcpy3DParms* pNodeParams) {
  return api(__func__, [&] {
    return read_node<CopyParams>(node, OperationKind::kCopy, pNodeParams,
                                 [](const CopyParams& params) { return params.parms; });
  });
}

musaError_t musaGraphMemcpyNodeSetParams(musaGraphNode_t node,
                                         const musaMemcpy3DParms* pNodeParams) {
  return set(__func__, node, [&](Operation* out) { return copy_node(pNodeParams, out); });
}

musaError_t musaGraphMemcpyNodeSetParams1D(musaGraphNode_t node, void* dst, const void* src,
                                           size_t count, musaMemcpyKind kind) {
  return set(__func__, node,
             [&](Operation* out) { return copy_node_1d(dst, src, count, kind, out); });
}

musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const void* symbol,
                                                 const void* src, size_t count, size_t offset,
                                                 musaMemcpyKind kind) {
  return set(__func__, node, [&](Operation* out) {
    return copy_node_to_symbol(symbol, src, count, offset, kind, out);
  });
}

musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void* dst,
                                                   const void* symbol, size_t count, size_t offset,
                                                   musaMemcpyKind kind) {
  return set(__func__, node, [&](Operation* out) {
    return copy_node_from_symbol(dst, symbol, count, offset, kind, out);
  });
}

musaError_t musaGraphExecMemcpyNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaMemcpy3DParms* pNodeParams) {
  return set_exec(__func__, hGraphExec, node,
                  [&](Operation* out) { return copy_node(pNodeParams, out); });
}

musaError_t musaGraphExecMemcpyNodeSetParams1D(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               musaMemcpyKind kind) {
  return set_exec(__func__, hGraphExec, node,
                  [&](Operation* out) { return copy_node_1d(dst, src, count, kind, out); });
}

musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec,
                                                     musaGraphNode_t node, const void* symbol,
                                                     const void* src, size_t count, size_t offset,
                                                     musaMemcpyKind kind) {
  return set_exec(__func__, hGraphExec, node, [&](Operation* out) {
    return copy_node_to_symbol(symbol, src, count, offset, kind, out);
  });
}

musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec,
                                                       musaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count,
                                                       size_t offset, musaMemcpyKind kind) {
  return set_exec(__func__, hGraphExec, node, [&](Operation* out) {
    return copy_node_from_symbol(dst, symbol, count, offset, kind, out);
  });
}
