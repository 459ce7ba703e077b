// Allocation on devices and of pinned host memory, managed memory, addresses of variables.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaMallocManaged(void** devPtr, size_t size,
                                        unsigned int flags MUSART_DEFAULT(musaMemAttachGlobal));
MUSARTAPI musaError_t musaMalloc(void** devPtr, size_t size);
MUSARTAPI musaError_t musaMallocHost(void** ptr, size_t size);
MUSARTAPI musaError_t musaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height);
MUSARTAPI musaError_t musaFree(void* devPtr);
MUSARTAPI musaError_t musaFreeHost(void* ptr);
MUSARTAPI musaError_t musaHostAlloc(void** pHost, size_t size, unsigned int flags);
MUSARTAPI musaError_t musaHostRegister(void* ptr, size_t size, unsigned int flags);
MUSARTAPI musaError_t musaHostUnregister(void* ptr);
MUSARTAPI musaError_t musaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags);
MUSARTAPI musaError_t musaHostGetFlags(unsigned int* pFlags, void* pHost);
MUSARTAPI musaError_t musaMalloc3D(struct musaPitchedPtr* pitchedDevPtr, struct musaExtent extent);
MUSARTAPI musaError_t musaMemGetInfo(size_t* free, size_t* total);
MUSARTAPI musaError_t musaGetSymbolAddress(void** devPtr, const void* symbol);
MUSARTAPI musaError_t musaGetSymbolSize(size_t* size, const void* symbol);
MUSARTAPI musaError_t musaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                           musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemAdvise(const void* devPtr, size_t count, enum musaMemoryAdvise advice,
                                    int device);
MUSARTAPI musaError_t musaMemRangeGetAttribute(void* data, size_t dataSize,
                                               enum musaMemRangeAttribute attribute,
                                               const void* devPtr, size_t count);
MUSARTAPI musaError_t musaMemRangeGetAttributes(void** data, size_t* dataSizes,
                                                enum musaMemRangeAttribute* attributes,
                                                size_t numAttributes, const void* devPtr,
                                                size_t count);
MUSARTAPI musaError_t musaPointerGetAttributes(struct musaPointerAttributes* attributes,
                                               const void* ptr);
MUSARTAPI musaError_t musaMemAdvise_v2(const void* devPtr, size_t count,
                                       enum musaMemoryAdvise advice,
                                       struct musaMemLocation location);
MUSARTAPI musaError_t musaMemPrefetchAsync_v2(const void* devPtr, size_t count,
                                              struct musaMemLocation location, unsigned int flags,
                                              musaStream_t stream MUSART_DEFAULT(0));

#if defined(__cplusplus)
}
#endif
