// Copies, fills and allocation with stream 0 as the calling thread's own stream.
#include "musart/per_thread.h"

using namespace musasim;

musaError_t musaFreeAsync_ptsz(void* devPtr, musaStream_t hStream) {
  return on_own_stream(__func__, musaFreeAsync, devPtr, hStream);
}

musaError_t musaMallocAsync_ptsz(void** devPtr, size_t size, musaStream_t hStream) {
  return on_own_stream(__func__, musaMallocAsync, devPtr, size, hStream);
}

musaError_t musaMallocFromPoolAsync_ptsz(void** ptr, size_t size, musaMemPool_t memPool,
                                         musaStream_t stream) {
  return on_own_stream(__func__, musaMallocFromPoolAsync, ptr, size, memPool, stream);
}

musaError_t musaMemPrefetchAsync_ptsz(const void* devPtr, size_t count, int dstDevice,
                                      musaStream_t stream) {
  return on_own_stream(__func__, musaMemPrefetchAsync, devPtr, count, dstDevice, stream);
}

musaError_t musaMemPrefetchAsync_v2_ptsz(const void* devPtr, size_t count, musaMemLocation location,
                                         unsigned int flags, musaStream_t stream) {
  return on_own_stream(__func__, musaMemPrefetchAsync_v2, devPtr, count, location, flags, stream);
}

musaError_t musaMemcpy_ptds(void* dst, const void* src, size_t count, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpy, dst, src, count, kind);
}

musaError_t musaMemcpy2D_ptds(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpy2D, dst, dpitch, src, spitch, width, height, kind);
}

musaError_t musaMemcpy2DAsync_ptsz(void* dst, size_t dpitch, const void* src, size_t spitch,
                                   size_t width, size_t height, musaMemcpyKind kind,
                                   musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy2DAsync, dst, dpitch, src, spitch, width, height, kind,
                       stream);
}

musaError_t musaMemcpy3D_ptds(const musaMemcpy3DParms* p) {
  return on_own_stream(__func__, musaMemcpy3D, p);
}

musaError_t musaMemcpy3DAsync_ptsz(const musaMemcpy3DParms* p, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy3DAsync, p, stream);
}

musaError_t musaMemcpy3DBatchAsync_ptsz(size_t numOps, musaMemcpy3DBatchOp* opList, size_t* failIdx,
                                        unsigned long long flags, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy3DBatchAsync, numOps, opList, failIdx, flags, stream);
}

musaError_t musaMemcpy3DPeer_ptds(const musaMemcpy3DPeerParms* p) {
  return on_own_stream(__func__, musaMemcpy3DPeer, p);
}

musaError_t musaMemcpy3DPeerAsync_ptsz(const musaMemcpy3DPeerParms* p, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpy3DPeerAsync, p, stream);
}

musaError_t musaMemcpyAsync_ptsz(void* dst, const void* src, size_t count, musaMemcpyKind kind,
                                 musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyAsync, dst, src, count, kind, stream);
}

musaError_t musaMemcpyBatchAsync_ptsz(void** dsts, void** srcs, size_t* sizes, size_t count,
                                      musaMemcpyAttributes* attrs, size_t* attrsIdxs,
                                      size_t numAttrs, size_t* failIdx, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyBatchAsync, dsts, srcs, sizes, count, attrs, attrsIdxs,
                       numAttrs, failIdx, stream);
}

musaError_t musaMemcpyFromSymbol_ptds(void* dst, const void* symbol, size_t count, size_t offset,
                                      musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpyFromSymbol, dst, symbol, count, offset, kind);
}

musaError_t musaMemcpyFromSymbolAsync_ptsz(void* dst, const void* symbol, size_t count,
                                           size_t offset, musaMemcpyKind kind,
                                           musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyFromSymbolAsync, dst, symbol, count, offset, kind,
                       stream);
}

musaError_t musaMemcpyToSymbol_ptds(const void* symbol, const void* src, size_t count,
                                    size_t offset, musaMemcpyKind kind) {
  return on_own_stream(__func__, musaMemcpyToSymbol, symbol, src, count, offset, kind);
}

musaError_t musaMemcpyToSymbolAsync_ptsz(const void* symbol, const void* src, size_t count,
                                         size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return on_own_stream(__func__, musaMemcpyToSymbolAsync, symbol, src, count, offset, kind, stream);
}

musaError_t musaMemset_ptds(void* devPtr, int value, size_t count) {
  return on_own_stream(__func__, musaMemset, devPtr, value, count);
}

musaError_t musaMemset2D_ptds(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return on_own_stream(__func__, musaMemset2D, devPtr, pitch, value, width, height);
}

musaError_t musaMemset2DAsync_ptsz(void* devPtr, size_t pitch, int value, size_t width,
                                   size_t height, musaStream_t stream) {
  return on_own_stream(__func__, musaMemset2DAsync, devPtr, pitch, value, width, height, stream);
}

musaError_t musaMemset3D_ptds(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent) {
  return on_own_stream(__func__, musaMemset3D, pitchedDevPtr, value, extent);
}

musaError_t musaMemset3DAsync_ptsz(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent,
                                   musaStream_t stream) {
  return on_own_stream(__func__, musaMemset3DAsync, pitchedDevPtr, value, extent, stream);
}

musaError_t musaMemsetAsync_ptsz(void* devPtr, int value, size_t count, musaStream_t stream) {
  return on_own_stream(__func__, musaMemsetAsync, devPtr, value, count, stream);
}
