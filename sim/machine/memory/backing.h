// The way in which code that is no kernel reaches the memory behind a device pointer.
#pragma once

#include "machine/export.h"

namespace musasim {

// The address at which the calling code reads and writes the memory behind a device pointer. The same address,
// except where MUSASIM_CHECK protects device memory: outside of work and kernels it is that of the
// machine's own view. Host pointers come back unchanged. Work and kernels of the libraries use
// backing() on every pointer into device memory, and within them only, so that it is checked.
MUSASIM_API void* backing_address(const void* pointer) noexcept;

template <class T>
T* backing(T* pointer) noexcept {
  return static_cast<T*>(const_cast<void*>(
      static_cast<const void*>(backing_address(static_cast<const void*>(pointer)))));
}

// The device that owns it, or -1 for host memory and managed memory without a home.
MUSASIM_API int device_of(const void* pointer) noexcept;

}  // namespace musasim
