// Memory of other APIs: files in memory, mapped as device memory.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/allocation.h"

namespace musasim::external {

// The handle owns the file descriptor from now on; after an error it stays the caller's.
MUSASIM_API musaError_t import_memory(const musaExternalMemoryHandleDesc* what,
                                      musaExternalMemory_t* memory);
// Device memory that musaFree unmaps. It stays when the handle is destroyed.
MUSASIM_API musaError_t map_buffer(musaExternalMemory_t memory,
                                   const musaExternalMemoryBufferDesc* part, void** pointer);
MUSASIM_API musaError_t destroy_memory(musaExternalMemory_t memory);

// Work that is launched from now on sees what other devices and processes wrote before.
MUSASIM_API musaError_t flush_writes(musaFlushGPUDirectRDMAWritesTarget target,
                                     musaFlushGPUDirectRDMAWritesScope scope) noexcept;

// A buffer that is out of the registry already.
void unmap_buffer(const Allocation& what) noexcept;

}  // namespace musasim::external
