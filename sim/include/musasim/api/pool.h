// Stream-ordered allocation and memory pools.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaDeviceGetDefaultMemPool(musaMemPool_t* memPool, int device);
MUSARTAPI musaError_t musaDeviceSetMemPool(int device, musaMemPool_t memPool);
MUSARTAPI musaError_t musaDeviceGetMemPool(musaMemPool_t* memPool, int device);
MUSARTAPI musaError_t musaMallocAsync(void** devPtr, size_t size, musaStream_t hStream);
MUSARTAPI musaError_t musaFreeAsync(void* devPtr, musaStream_t hStream);
MUSARTAPI musaError_t musaMemPoolTrimTo(musaMemPool_t memPool, size_t minBytesToKeep);
MUSARTAPI musaError_t musaMemPoolSetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr,
                                              void* value);
MUSARTAPI musaError_t musaMemPoolGetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr,
                                              void* value);
MUSARTAPI musaError_t musaMemPoolSetAccess(musaMemPool_t memPool,
                                           const struct musaMemAccessDesc* descList, size_t count);
MUSARTAPI musaError_t musaMemPoolGetAccess(enum musaMemAccessFlags* flags, musaMemPool_t memPool,
                                           struct musaMemLocation* location);
MUSARTAPI musaError_t musaMemPoolCreate(musaMemPool_t* memPool,
                                        const struct musaMemPoolProps* poolProps);
MUSARTAPI musaError_t musaMemPoolDestroy(musaMemPool_t memPool);
MUSARTAPI musaError_t musaMallocFromPoolAsync(void** ptr, size_t size, musaMemPool_t memPool,
                                              musaStream_t stream);
MUSARTAPI musaError_t
musaMemPoolExportToShareableHandle(void* shareableHandle, musaMemPool_t memPool,
                                   enum musaMemAllocationHandleType handleType, unsigned int flags);
MUSARTAPI musaError_t musaMemPoolImportFromShareableHandle(
    musaMemPool_t* memPool, void* shareableHandle, enum musaMemAllocationHandleType handleType,
    unsigned int flags);
MUSARTAPI musaError_t musaMemPoolExportPointer(struct musaMemPoolPtrExportData* exportData,
                                               void* ptr);
MUSARTAPI musaError_t musaMemPoolImportPointer(void** ptr, musaMemPool_t memPool,
                                               struct musaMemPoolPtrExportData* exportData);

#if defined(__cplusplus)
}
#endif
