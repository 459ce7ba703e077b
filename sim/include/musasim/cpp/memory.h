// Allocation functions that take a pointer to a pointer of any type.
#pragma once

#include "musa_runtime_api.h"
#include "musasim/cpp/address.h"

template <class T>
static inline musaError_t musaMalloc(T** devPtr, size_t size) {
  return musaMalloc(musasim::out(devPtr), size);
}

template <class T>
static inline musaError_t musaMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height) {
  return musaMallocPitch(musasim::out(devPtr), pitch, width, height);
}

template <class T>
static inline musaError_t musaMallocManaged(T** devPtr, size_t size,
                                            unsigned int flags = musaMemAttachGlobal) {
  return musaMallocManaged(musasim::out(devPtr), size, flags);
}

static inline musaError_t musaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return musaHostAlloc(ptr, size, flags);
}

template <class T>
static inline musaError_t musaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return musaHostAlloc(musasim::out(ptr), size, flags);
}

template <class T>
static inline musaError_t musaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return musaHostAlloc(musasim::out(ptr), size, flags);
}

template <class T>
static inline musaError_t musaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return musaHostGetDevicePointer(musasim::out(pDevice), pHost, flags);
}

template <class T>
static inline musaError_t musaMallocAsync(T** ptr, size_t size, musaStream_t stream) {
  return musaMallocAsync(musasim::out(ptr), size, stream);
}

static inline musaError_t musaMallocAsync(void** ptr, size_t size, musaMemPool_t memPool,
                                          musaStream_t stream) {
  return musaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <class T>
static inline musaError_t musaMallocAsync(T** ptr, size_t size, musaMemPool_t memPool,
                                          musaStream_t stream) {
  return musaMallocFromPoolAsync(musasim::out(ptr), size, memPool, stream);
}

template <class T>
static inline musaError_t musaMallocFromPoolAsync(T** ptr, size_t size, musaMemPool_t memPool,
                                                  musaStream_t stream) {
  return musaMallocFromPoolAsync(musasim::out(ptr), size, memPool, stream);
}

template <class T>
static inline musaError_t musaStreamAttachMemAsync(musaStream_t stream, T* devPtr,
                                                   size_t length = 0,
                                                   unsigned int flags = musaMemAttachSingle) {
  return musaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

static inline musaError_t musaEventCreate(musaEvent_t* event, unsigned int flags) {
  return musaEventCreateWithFlags(event, flags);
}
