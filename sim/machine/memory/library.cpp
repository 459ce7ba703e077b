// What the libraries above the runtime ask about memory.
#include "machine/library.h"

#include "machine/memory/allocation.h"
#include "machine/memory/arena.h"

namespace musasim {

void* backing_address(const void* pointer) noexcept {
  if (check_mode()) {
    if (const Arena* arena = arena_of(pointer)) {
      return arena->machine(pointer);
    }
  }
  return const_cast<void*>(pointer);
}

bool is_device_memory(const void* pointer) noexcept {
  const Allocation what = find_allocation(pointer);
  return what && !what.on_host();
}

int device_of(const void* pointer) noexcept {
  const Allocation what = find_allocation(pointer);
  return what && !what.on_host() ? what.device : -1;
}

}  // namespace musasim
