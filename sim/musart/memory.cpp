// Device memory: allocation, freeing, pitched allocation, and how much there is.
#include "machine/memory/allocate.h"

#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace {

// Captures of any mode allow it, unlike CUDA's: torch_musa's allocator asks for segments of a graph's pool so.
musaError_t allocate(std::size_t bytes, void** pointer) {
  return allocate_device(current_device(), bytes, pointer);
}

musaError_t allocate_pitched(std::size_t width, std::size_t height, std::size_t depth,
                             void** pointer, std::size_t* pitch) {
  std::size_t rows = 0;
  std::size_t bytes = 0;
  std::size_t padded = 0;
  if (__builtin_add_overflow(width, kPitchAlignment - 1, &padded)) {
    return musaErrorMemoryAllocation;
  }
  padded = padded / kPitchAlignment * kPitchAlignment;
  if (__builtin_mul_overflow(height, depth, &rows) ||
      __builtin_mul_overflow(padded, rows, &bytes)) {
    return musaErrorMemoryAllocation;
  }
  *pitch = padded;
  return allocate(bytes, pointer);
}

}  // namespace

musaError_t musaMalloc(void** devPtr, size_t size) {
  return api(__func__, [&] { return allocate(size, devPtr); });
}

musaError_t musaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  return api(__func__, [&] {
    return devPtr == nullptr || pitch == nullptr
               ? musaErrorInvalidValue
               : allocate_pitched(width, height, 1, devPtr, pitch);
  });
}

musaError_t musaMalloc3D(musaPitchedPtr* pitchedDevPtr, musaExtent extent) {
  return api(__func__, [&] {
    if (pitchedDevPtr == nullptr) {
      return musaErrorInvalidValue;
    }
    musaPitchedPtr made{nullptr, 0, extent.width, extent.height};
    const musaError_t error =
        allocate_pitched(extent.width, extent.height, extent.depth, &made.ptr, &made.pitch);
    if (error == musaSuccess) {
      *pitchedDevPtr = made;
    }
    return error;
  });
}

musaError_t musaFree(void* devPtr) {
  return api(__func__, [&] {
    const musaError_t error = devPtr == nullptr ? musaSuccess : check_not_capturing();
    return error != musaSuccess ? error : free_device(devPtr);
  });
}

musaError_t musaMemGetInfo(size_t* free, size_t* total) {
  return api(__func__, [&] {
    if (free == nullptr || total == nullptr) {
      return musaErrorInvalidValue;
    }
    const MemoryInfo info = memory_info(current_device());
    *free = info.free;
    *total = info.total;
    return musaSuccess;
  });
}
