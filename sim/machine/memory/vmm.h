// Virtual memory management for the driver: reserved addresses, physical memory, mappings, access.
// Sizes, offsets and addresses are multiples of kGranularity.
#pragma once

#include <cstddef>
#include <memory>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim::vmm {

constexpr std::size_t kGranularity = std::size_t{2} << 20;

// Memory of a device (from its capacity) without an address. Handles and mappings share it; the
// last one frees it.
class Physical;
using PhysicalPtr = std::shared_ptr<Physical>;

// `types`: in which it may be exported (MUmemAllocationHandleType), kept for types_of().
MUSASIM_API musaError_t create(int device, std::size_t bytes, PhysicalPtr* physical,
                               unsigned types = 0);
MUSASIM_API int device_of(const Physical& physical) noexcept;
MUSASIM_API std::size_t size_of(const Physical& physical) noexcept;
MUSASIM_API unsigned types_of(const Physical& physical) noexcept;
// A new file descriptor that this or another process can import.
MUSASIM_API musaError_t export_fd(const Physical& physical, int* fd);
MUSASIM_API musaError_t import_fd(int fd, PhysicalPtr* physical, unsigned types = 0);

// `hint` is taken when it is free. alignment 0: the granularity.
MUSASIM_API musaError_t reserve(std::size_t bytes, std::size_t alignment, void* hint,
                                void** pointer);
// Releases a whole reservation without mappings.
MUSASIM_API musaError_t release(void* pointer, std::size_t bytes);

MUSASIM_API musaError_t map(void* pointer, std::size_t bytes, std::size_t offset,
                            const PhysicalPtr& physical);
// Whole mappings only, several at once if they follow each other.
MUSASIM_API musaError_t unmap(void* pointer, std::size_t bytes);
MUSASIM_API musaError_t set_access(void* pointer, std::size_t bytes, int device,
                                   musaMemAccessFlags flags);
MUSASIM_API musaError_t get_access(void* pointer, int device, musaMemAccessFlags* flags);
// The physical memory mapped at the address; empty when there is none.
MUSASIM_API PhysicalPtr mapped_at(const void* pointer);

}  // namespace musasim::vmm
