// Resizing by a new block and a copy on the device.
#include "torch_glue/storage_resize.h"

#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <utility>

#include "torch_glue/allocator.h"
#include "torch_glue/copy_bytes.h"

namespace musasim {

void copy_on_device(void* target, const void* source, std::size_t size) {
  copy_bytes({target, device_of_pointer(target)},
             {const_cast<void*>(source), device_of_pointer(source)}, size, true);
}

void resize_storage(c10::StorageImpl& storage, std::size_t size) {
  TORCH_CHECK(storage.resizable(), "Trying to resize storage that is not resizable");
  const c10::DeviceGuard guard(storage.device());
  c10::DataPtr memory;
  if (size != 0) {
    memory = device_allocator()->allocate(size);
    const std::size_t kept = std::min(size, storage.nbytes());
    if (kept != 0 && storage.data() != nullptr) {
      copy_on_device(memory.get(), storage.data(), kept);
    }
  } else {
    memory = c10::DataPtr(nullptr, storage.device());
  }
  // The old block goes back to its stream: what is allocated there later comes after the copy.
  storage.set_data_ptr_noswap(std::move(memory));
  storage.set_nbytes(size);
}

}  // namespace musasim
