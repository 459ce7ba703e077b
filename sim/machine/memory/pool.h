// Memory pools and stream-ordered allocation.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim::pools {

MUSASIM_API musaError_t create(const musaMemPoolProps& props, musaMemPool_t* pool);
MUSASIM_API musaError_t destroy(musaMemPool_t pool);
MUSASIM_API musaError_t default_pool(int device, musaMemPool_t* pool);
MUSASIM_API musaError_t current_pool(int device, musaMemPool_t* pool);
MUSASIM_API musaError_t set_current_pool(int device, musaMemPool_t pool);

MUSASIM_API musaError_t get_attribute(musaMemPool_t pool, musaMemPoolAttr attribute, void* value);
MUSASIM_API musaError_t set_attribute(musaMemPool_t pool, musaMemPoolAttr attribute,
                                      const void* value);
MUSASIM_API musaError_t trim(musaMemPool_t pool, std::size_t keep);
MUSASIM_API musaError_t set_access(musaMemPool_t pool, const musaMemAccessDesc* list,
                                   std::size_t count);
MUSASIM_API musaError_t get_access(musaMemPool_t pool, const musaMemLocation& location,
                                   musaMemAccessFlags* flags);

// Memory that is valid in the stream's order. A null pool: the current one of the stream's device.
MUSASIM_API musaError_t allocate(std::size_t bytes, musaMemPool_t pool, musaStream_t stream,
                                 void** pointer);
// Freed once the stream gets there. Also takes memory of musaMalloc.
MUSASIM_API musaError_t free(void* pointer, musaStream_t stream);

// Between processes: the pool as a file descriptor, a block of it as 64 bytes.
MUSASIM_API musaError_t export_fd(musaMemPool_t pool, int* fd);
MUSASIM_API musaError_t import_fd(int fd, musaMemPool_t* pool);
MUSASIM_API musaError_t export_pointer(void* pointer, musaMemPoolPtrExportData* data);
MUSASIM_API musaError_t import_pointer(musaMemPool_t pool, const musaMemPoolPtrExportData& data,
                                       void** pointer);

}  // namespace musasim::pools
