// Device memory, pinned and managed host memory.
#include "machine/memory/allocate.h"

#include "machine/memory/allocation.h"
#include "machine/stream/stream.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::current_device;

namespace {

// CUDA's driver, unlike its runtime, has no allocation of nothing. As musaMalloc, it is allowed in a capture.
musaError_t allocate(std::size_t bytes, MUdeviceptr* address) {
  if (address == nullptr || bytes == 0) {
    return musaErrorInvalidValue;
  }
  void* pointer = nullptr;
  const musaError_t error = musasim::allocate_device(current_device(), bytes, &pointer);
  return error != musaSuccess ? error : d::store(address, d::address(pointer));
}

musaError_t allocate_rows(std::size_t width, std::size_t height, unsigned element,
                          MUdeviceptr* address, std::size_t* pitch) {
  const bool known_element = element == 4 || element == 8 || element == 16;
  if (pitch == nullptr || width == 0 || height == 0 || !known_element) {
    return musaErrorInvalidValue;
  }
  std::size_t padded = 0;
  std::size_t bytes = 0;
  if (__builtin_add_overflow(width, musasim::kPitchAlignment - 1, &padded)) {
    return musaErrorMemoryAllocation;
  }
  padded = padded / musasim::kPitchAlignment * musasim::kPitchAlignment;
  if (__builtin_mul_overflow(padded, height, &bytes)) {
    return musaErrorMemoryAllocation;
  }
  const musaError_t error = allocate(bytes, address);
  return error != musaSuccess ? error : d::store(pitch, padded);
}

musaError_t allocate_pinned(void** pointer, std::size_t bytes, unsigned flags) {
  if (pointer == nullptr || bytes == 0) {
    return musaErrorInvalidValue;
  }
  const musaError_t error = musasim::check_not_capturing();
  return error != musaSuccess ? error
                              : musasim::allocate_host(current_device(), bytes, flags, pointer);
}

}  // namespace

MUresult muMemGetInfo(size_t* free, size_t* total) {
  return d::in_context(__func__, [&] {
    if (free == nullptr || total == nullptr) {
      return musaErrorInvalidValue;
    }
    const musasim::MemoryInfo info = musasim::memory_info(current_device());
    *free = info.free;
    *total = info.total;
    return musaSuccess;
  });
}

MUresult muMemAlloc(MUdeviceptr* dptr, size_t bytesize) {
  return d::in_context(__func__, [&] { return allocate(bytesize, dptr); });
}

MUresult muMemAllocPitch(MUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes) {
  return d::in_context(__func__, [&] {
    return allocate_rows(WidthInBytes, Height, ElementSizeBytes, dptr, pPitch);
  });
}

MUresult muMemFree(MUdeviceptr dptr) {
  return d::in_context(__func__, [&] {
    const musaError_t error = dptr == 0 ? musaSuccess : musasim::check_not_capturing();
    return error != musaSuccess ? error : musasim::free_device(d::pointer(dptr));
  });
}

MUresult muMemGetAddressRange(MUdeviceptr* pbase, size_t* psize, MUdeviceptr dptr) {
  return d::in_context(__func__, [&] {
    const musasim::Allocation what = musasim::find_allocation(d::pointer(dptr));
    if (!what || what.kind == musasim::MemoryKind::kRegistered) {
      return musaErrorSymbolNotFound;
    }
    if (pbase != nullptr) {
      *pbase = d::address(what.base);
    }
    if (psize != nullptr) {
      *psize = what.size;
    }
    return musaSuccess;
  });
}

MUresult muMemAllocHost(void** pp, size_t bytesize) {
  return d::in_context(__func__,
                       [&] { return allocate_pinned(pp, bytesize, musaHostAllocDefault); });
}

// The numbers of the flags are the runtime's too.
MUresult muMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  return d::in_context(__func__, [&] { return allocate_pinned(pp, bytesize, Flags); });
}

MUresult muMemFreeHost(void* p) {
  return d::in_context(__func__, [&] {
    const musaError_t error = p == nullptr ? musaErrorInvalidValue : musasim::check_not_capturing();
    return error != musaSuccess ? error : musasim::free_host(p);
  });
}

MUresult muMemHostGetDevicePointer(MUdeviceptr* pdptr, void* p, unsigned int Flags) {
  return d::in_context(__func__, [&] {
    return Flags != 0 || !musasim::find_allocation(p).on_host() ? musaErrorInvalidValue
                                                                : d::store(pdptr, d::address(p));
  });
}

MUresult muMemHostGetFlags(unsigned int* pFlags, void* p) {
  return d::in_context(__func__, [&] {
    const musasim::Allocation what = musasim::find_allocation(p);
    return what.on_host() ? d::store(pFlags, what.flags) : musaErrorInvalidValue;
  });
}

MUresult muMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return d::in_context(
      __func__, [&] { return musasim::register_host(current_device(), p, bytesize, Flags); });
}

MUresult muMemHostUnregister(void* p) {
  return d::in_context(__func__, [&] { return musasim::unregister_host(p); });
}

MUresult muMemAllocManaged(MUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return d::in_context(__func__, [&] {
    if (dptr == nullptr || bytesize == 0) {
      return musaErrorInvalidValue;
    }
    void* pointer = nullptr;
    musaError_t error = musasim::check_not_capturing();
    if (error == musaSuccess) {
      error = musasim::allocate_managed(current_device(), bytesize, flags, &pointer);
    }
    return error != musaSuccess ? error : d::store(dptr, d::address(pointer));
  });
}
