// Managed memory: what was advised for it, and where it was prefetched to. All of it is kept, by
// address, and told again; the memory never moves.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/allocation.h"

namespace musasim::advice {

// Devices are numbers, or musaCpuDeviceId. musaErrorInvalidValue unless the range lies in one managed
// allocation.
MUSASIM_API musaError_t advise(const void* pointer, std::size_t bytes, musaMemoryAdvise kind,
                               int device);
// The kind is about a device; others leave it alone.
MUSASIM_API bool needs_device(musaMemoryAdvise kind) noexcept;
// Takes its place in the stream.
MUSASIM_API musaError_t prefetch(const void* pointer, std::size_t bytes, int device,
                                 musaStream_t stream);
// The advice for the whole range: properties in which its parts differ are as if never advised.
MUSASIM_API musaError_t range_attribute(const void* pointer, std::size_t bytes,
                                        musaMemRangeAttribute attribute, void* data,
                                        std::size_t size);
// Only takes its place in the stream: the host can always reach managed memory here.
MUSASIM_API musaError_t attach(void* pointer, std::size_t bytes, unsigned flags,
                               musaStream_t stream);

// The allocation goes.
void forget(const Allocation& what) noexcept;

}  // namespace musasim::advice
