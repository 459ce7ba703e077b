// Memory that host and devices use by the same address (musaMallocManaged) as torch's CPU memory or
// device memory.
#pragma once

#include <c10/core/Storage.h>

#include <cstddef>

namespace musasim {

// Device memory comes from musaMallocManaged from now on, without a cache. Raises when device memory
// was allocated already.
void use_unified_device_memory();

// Whether CPU tensors made from now on lie in unified memory.
void use_unified_cpu_memory(bool use);
bool uses_unified_cpu_memory() noexcept;
// Null when there is none; freed by free_unified().
void* allocate_unified(std::size_t size);
void free_unified(void* pointer);
// It is from allocate_unified().
bool is_unified(const void* pointer) noexcept;

// A storage in unified memory becomes one of the other device, host or MUSA, without a copy. Raises
// for other memory.
void edit_storage_device(const c10::Storage& storage, c10::Device device);

}  // namespace musasim
