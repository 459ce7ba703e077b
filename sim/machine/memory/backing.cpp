// Answers about memory for the libraries above the runtime.
#include "machine/memory/backing.h"

#include "machine/device/access.h"
#include "machine/memory/allocation.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/check.h"

namespace musasim {

namespace {

// Work of a library uses the user's address, as a kernel does: what is not live there faults. Not
// so pinned memory, in which pages may be closed because of copies behind the work.
bool uses_user_address(const void* pointer) {
  return running_kernel() != nullptr && find_allocation(pointer).kind != MemoryKind::kHost;
}

}  // namespace

void* backing_address(const void* pointer) noexcept {
  if (check_mode()) {
    const Arena* arena = arena_of(pointer);
    if (arena != nullptr && !uses_user_address(pointer)) {
      return arena->machine(pointer);
    }
    if (arena == nullptr && pointer != nullptr && running_kernel() != nullptr &&
        !find_allocation(pointer) && takes_first_host_pointer()) {
      check::report_host_pointer(pointer, running_kernel());
    }
  }
  return const_cast<void*>(pointer);
}

int device_of(const void* pointer) noexcept {
  const Allocation what = find_allocation(pointer);
  return what && !what.on_host() ? what.device : -1;
}

}  // namespace musasim
