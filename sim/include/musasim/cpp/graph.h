// Graph functions that take variables of the device by name, and the older form of the update.
#pragma once

#include "musa_runtime_api.h"
#include "musasim/cpp/address.h"

template <class T>
static inline musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t* pGraphNode,
                                                         musaGraph_t graph,
                                                         const musaGraphNode_t* pDependencies,
                                                         size_t numDependencies, const T& symbol,
                                                         const void* src, size_t count,
                                                         size_t offset, musaMemcpyKind kind) {
  return musaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                        musasim::symbol_address(symbol), src, count, offset, kind);
}

template <class T>
static inline musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t* pGraphNode,
                                                           musaGraph_t graph,
                                                           const musaGraphNode_t* pDependencies,
                                                           size_t numDependencies, void* dst,
                                                           const T& symbol, size_t count,
                                                           size_t offset, musaMemcpyKind kind) {
  return musaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                          musasim::symbol_address(symbol), count, offset, kind);
}

template <class T>
static inline musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node,
                                                               const T& symbol, const void* src,
                                                               size_t count, size_t offset,
                                                               musaMemcpyKind kind) {
  return musaGraphMemcpyNodeSetParamsToSymbol(node, musasim::symbol_address(symbol), src, count,
                                              offset, kind);
}

template <class T>
static inline musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void* dst,
                                                                 const T& symbol, size_t count,
                                                                 size_t offset,
                                                                 musaMemcpyKind kind) {
  return musaGraphMemcpyNodeSetParamsFromSymbol(node, dst, musasim::symbol_address(symbol), count,
                                                offset, kind);
}

template <class T>
static inline musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec,
                                                                   musaGraphNode_t node,
                                                                   const T& symbol, const void* src,
                                                                   size_t count, size_t offset,
                                                                   musaMemcpyKind kind) {
  return musaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, musasim::symbol_address(symbol),
                                                  src, count, offset, kind);
}

template <class T>
static inline musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec,
                                                                     musaGraphNode_t node,
                                                                     void* dst, const T& symbol,
                                                                     size_t count, size_t offset,
                                                                     musaMemcpyKind kind) {
  return musaGraphExecMemcpyNodeSetParamsFromSymbol(
      hGraphExec, node, dst, musasim::symbol_address(symbol), count, offset, kind);
}

static inline musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                              musaGraphNode_t* hErrorNode_out,
                                              musaGraphExecUpdateResult* updateResult_out) {
  musaGraphExecUpdateResultInfo info = {musaGraphExecUpdateSuccess, 0, 0};
  const musaError_t status = musaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out) {
    *hErrorNode_out = info.errorNode;
  }
  if (updateResult_out) {
    *updateResult_out = info.result;
  }
  return status;
}

namespace musasim {

template <class T>
void MUSART_CB destroy_object(void* object) {
  delete static_cast<T*>(object);
}

}  // namespace musasim

// The object is deleted when its last reference goes.
template <class T>
static inline musaError_t musaUserObjectCreate(musaUserObject_t* object_out, T* objectToWrap,
                                               unsigned int initialRefcount, unsigned int flags) {
  return musaUserObjectCreate(object_out, static_cast<void*>(objectToWrap),
                              &musasim::destroy_object<T>, initialRefcount, flags);
}
