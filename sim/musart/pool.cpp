// Memory pools and stream-ordered allocation.
#include "machine/memory/pool.h"

#include "musart/api.h"

using namespace musasim;

musaError_t musaDeviceGetDefaultMemPool(musaMemPool_t* memPool, int device) {
  return api(__func__, [&] {
    return memPool == nullptr ? musaErrorInvalidValue : pools::default_pool(device, memPool);
  });
}

musaError_t musaDeviceGetMemPool(musaMemPool_t* memPool, int device) {
  return api(__func__, [&] {
    return memPool == nullptr ? musaErrorInvalidValue : pools::current_pool(device, memPool);
  });
}

musaError_t musaDeviceSetMemPool(int device, musaMemPool_t memPool) {
  return api(__func__, [&] { return pools::set_current_pool(device, memPool); });
}

musaError_t musaMallocAsync(void** devPtr, size_t size, musaStream_t hStream) {
  return api(__func__, [&] { return pools::allocate(size, nullptr, hStream, devPtr); });
}

musaError_t musaMallocFromPoolAsync(void** ptr, size_t size, musaMemPool_t memPool,
                                    musaStream_t stream) {
  return api(__func__, [&] {
    return memPool == nullptr ? musaErrorInvalidValue : pools::allocate(size, memPool, stream, ptr);
  });
}

musaError_t musaFreeAsync(void* devPtr, musaStream_t hStream) {
  return api(__func__, [&] { return pools::free(devPtr, hStream); });
}

musaError_t musaMemPoolCreate(musaMemPool_t* memPool, const musaMemPoolProps* poolProps) {
  return api(__func__, [&] {
    return memPool == nullptr || poolProps == nullptr ? musaErrorInvalidValue
                                                      : pools::create(*poolProps, memPool);
  });
}

musaError_t musaMemPoolDestroy(musaMemPool_t memPool) {
  return api(__func__, [&] { return pools::destroy(memPool); });
}

musaError_t musaMemPoolTrimTo(musaMemPool_t memPool, size_t minBytesToKeep) {
  return api(__func__, [&] { return pools::trim(memPool, minBytesToKeep); });
}

musaError_t musaMemPoolSetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void* value) {
  return api(__func__, [&] { return pools::set_attribute(memPool, attr, value); });
}

musaError_t musaMemPoolGetAttribute(musaMemPool_t memPool, musaMemPoolAttr attr, void* value) {
  return api(__func__, [&] { return pools::get_attribute(memPool, attr, value); });
}

musaError_t musaMemPoolSetAccess(musaMemPool_t memPool, const musaMemAccessDesc* descList,
                                 size_t count) {
  return api(__func__, [&] { return pools::set_access(memPool, descList, count); });
}

musaError_t musaMemPoolGetAccess(musaMemAccessFlags* flags, musaMemPool_t memPool,
                                 musaMemLocation* location) {
  return api(__func__, [&] {
    return flags == nullptr || location == nullptr ? musaErrorInvalidValue
                                                   : pools::get_access(memPool, *location, flags);
  });
}

musaError_t musaMemPoolExportToShareableHandle(void* shareableHandle, musaMemPool_t memPool,
                                               musaMemAllocationHandleType handleType,
                                               unsigned int flags) {
  return api(__func__, [&] {
    const bool known = handleType == musaMemHandleTypePosixFileDescriptor && flags == 0;
    return known ? pools::export_fd(memPool, static_cast<int*>(shareableHandle))
                 : musaErrorInvalidValue;
  });
}

// The handle is the file descriptor itself, cast to a pointer, as in CUDA.
musaError_t musaMemPoolImportFromShareableHandle(musaMemPool_t* memPool, void* shareableHandle,
                                                 musaMemAllocationHandleType handleType,
                                                 unsigned int flags) {
  return api(__func__, [&] {
    const bool known = handleType == musaMemHandleTypePosixFileDescriptor && flags == 0;
    const int file = static_cast<int>(reinterpret_cast<intptr_t>(shareableHandle));
    return known && memPool != nullptr ? pools::import_fd(file, memPool) : musaErrorInvalidValue;
  });
}

musaError_t musaMemPoolExportPointer(musaMemPoolPtrExportData* exportData, void* ptr) {
  return api(__func__, [&] { return pools::export_pointer(ptr, exportData); });
}

musaError_t musaMemPoolImportPointer(void** ptr, musaMemPool_t memPool,
                                     musaMemPoolPtrExportData* exportData) {
  return api(__func__, [&] {
    return exportData == nullptr ? musaErrorInvalidValue
                                 : pools::import_pointer(memPool, *exportData, ptr);
  });
}
