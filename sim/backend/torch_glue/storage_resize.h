// Growing and shrinking of a device storage.
#pragma once

#include <c10/core/StorageImpl.h>

#include <cstddef>

namespace musasim {

// Moves the storage to memory of `size` bytes; as much of the contents as fits is copied on the
// current stream. Raises for a storage that cannot be resized.
void resize_storage(c10::StorageImpl& storage, std::size_t size);

// Copies within device memory, on the current stream of the target's device.
void copy_on_device(void* target, const void* source, std::size_t size);

}  // namespace musasim
