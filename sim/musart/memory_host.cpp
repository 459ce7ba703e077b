// Pinned host memory: allocated here, or the user's own, registered.
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace {

musaError_t allocate(void** pointer, std::size_t bytes, unsigned flags) {
  const musaError_t error = check_not_capturing();
  return error != musaSuccess ? error : allocate_host(current_device(), bytes, flags, pointer);
}

// Pinned, mapped or managed memory at a host address.
musaError_t find_pinned(const void* pointer, Allocation* what) {
  *what = find_allocation(pointer);
  return what->on_host() ? musaSuccess : musaErrorInvalidValue;
}

}  // namespace

musaError_t musaMallocHost(void** ptr, size_t size) {
  return api(__func__, [&] { return allocate(ptr, size, musaHostAllocDefault); });
}

musaError_t musaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  return api(__func__, [&] { return allocate(pHost, size, flags); });
}

musaError_t musaFreeHost(void* ptr) {
  return api(__func__, [&] {
    const musaError_t error = ptr == nullptr ? musaSuccess : check_not_capturing();
    return error != musaSuccess ? error : free_host(ptr);
  });
}

musaError_t musaHostRegister(void* ptr, size_t size, unsigned int flags) {
  return api(__func__, [&] { return register_host(current_device(), ptr, size, flags); });
}

musaError_t musaHostUnregister(void* ptr) {
  return api(__func__, [&] { return unregister_host(ptr); });
}

musaError_t musaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return api(__func__, [&] {
    if (pDevice == nullptr || flags != 0) {
      return musaErrorInvalidValue;
    }
    *pDevice = nullptr;
    Allocation what;
    const musaError_t error = find_pinned(pHost, &what);
    return error != musaSuccess ? error : store(pDevice, pHost);
  });
}

musaError_t musaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return api(__func__, [&] {
    Allocation what;
    const musaError_t error = find_pinned(pHost, &what);
    return error != musaSuccess ? error : store(pFlags, what.flags);
  });
}
