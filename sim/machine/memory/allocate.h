// Allocation and freeing of device, managed and pinned host memory; registration of host memory.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/allocation.h"

namespace musasim {

// Device memory starts at multiples of this.
constexpr std::size_t kDeviceAlignment = 512;
constexpr std::size_t kPitchAlignment = 512;

// Zero bytes: musaSuccess and a null pointer. Asks the fault rules. musaErrorMemoryAllocation
// beyond the device's memory. `kind` is kDevice, kGraph or kVariable (neither of the last two is
// reported as a leak).
MUSASIM_API musaError_t allocate_device(int device, std::size_t bytes, void** pointer,
                                        MemoryKind kind = MemoryKind::kDevice);
// Frees everything that musaFree takes: device, managed, pool, graph and external memory. Waits for the
// work of the device first, as CUDA does; in a thread that has a stream's turn (InlineWork) only the
// memory waits, see free_device_later(). Null is fine; memory of a broken device gives what broke
// it; anything else that no such allocation starts at is musaErrorInvalidValue.
MUSASIM_API musaError_t free_device(void* pointer);
// The same at once, without waiting: for work that runs on a stream.
MUSASIM_API musaError_t free_device_now(void* pointer);
// Frees device (kDevice) and managed memory: the device has that much more memory at once, but the
// memory is kept until the present work of the device is done, for which nobody waits: for a cache,
// in which a thread that waited could hold up the work that it waits for.
MUSASIM_API musaError_t free_device_later(void* pointer);
// The allocation around an address that was given to free_device_later(), while work may still use it; else none.
Allocation find_freed_later(const void* pointer) noexcept;

MUSASIM_API musaError_t allocate_managed(int device, std::size_t bytes, unsigned flags,
                                         void** pointer);
MUSASIM_API musaError_t allocate_host(int device, std::size_t bytes, unsigned flags,
                                      void** pointer);
MUSASIM_API musaError_t free_host(void* pointer);
MUSASIM_API musaError_t register_host(int device, void* pointer, std::size_t bytes, unsigned flags);
MUSASIM_API musaError_t unregister_host(void* pointer);

struct MemoryInfo {
  std::size_t free;
  std::size_t total;
};
MUSASIM_API MemoryInfo memory_info(int device);

// Frees the memory of a context of the device, and for the primary one (0) also what belongs to no
// context; but not variables, which reset_kernels() frees. Nothing may run on it any more.
MUSASIM_API void free_all(int device, unsigned long long context = 0);

// Raised when the memory of the device's primary context is freed (a reset): what a cache keeps from
// before is gone.
MUSASIM_API unsigned long long memory_epoch(int device) noexcept;

}  // namespace musasim
