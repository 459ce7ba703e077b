// Copies and fills.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaMemcpy3D(const struct musaMemcpy3DParms* p);
MUSARTAPI musaError_t musaMemcpy3DPeer(const struct musaMemcpy3DPeerParms* p);
MUSARTAPI musaError_t musaMemcpy3DAsync(const struct musaMemcpy3DParms* p,
                                        musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpy3DPeerAsync(const struct musaMemcpy3DPeerParms* p,
                                            musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpy(void* dst, const void* src, size_t count,
                                 enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice,
                                     size_t count);
MUSARTAPI musaError_t musaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch,
                                   size_t width, size_t height, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaMemcpyToSymbol(
    const void* symbol, const void* src, size_t count, size_t offset MUSART_DEFAULT(0),
    enum musaMemcpyKind kind MUSART_DEFAULT(musaMemcpyHostToDevice));
MUSARTAPI musaError_t
musaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset MUSART_DEFAULT(0),
                     enum musaMemcpyKind kind MUSART_DEFAULT(musaMemcpyDeviceToHost));
MUSARTAPI musaError_t musaMemcpyAsync(void* dst, const void* src, size_t count,
                                      enum musaMemcpyKind kind,
                                      musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                          size_t count, musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                                        size_t width, size_t height, enum musaMemcpyKind kind,
                                        musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                              size_t offset, enum musaMemcpyKind kind,
                                              musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count,
                                                size_t offset, enum musaMemcpyKind kind,
                                                musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemset(void* devPtr, int value, size_t count);
MUSARTAPI musaError_t musaMemset2D(void* devPtr, size_t pitch, int value, size_t width,
                                   size_t height);
MUSARTAPI musaError_t musaMemset3D(struct musaPitchedPtr pitchedDevPtr, int value,
                                   struct musaExtent extent);
MUSARTAPI musaError_t musaMemsetAsync(void* devPtr, int value, size_t count,
                                      musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width,
                                        size_t height, musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemset3DAsync(struct musaPitchedPtr pitchedDevPtr, int value,
                                        struct musaExtent extent,
                                        musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count,
                                           struct musaMemcpyAttributes* attrs, size_t* attrsIdxs,
                                           size_t numAttrs, size_t* failIdx, musaStream_t stream);
MUSARTAPI musaError_t musaMemcpy3DBatchAsync(size_t numOps, struct musaMemcpy3DBatchOp* opList,
                                             size_t* failIdx, unsigned long long flags,
                                             musaStream_t stream);

#if defined(__cplusplus)
}
#endif
