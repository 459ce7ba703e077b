// Finds the memory that the code of a kernel may touch.
#include "machine/memory/reach.h"

#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"

namespace musasim {

Reach reach_of(const void* pointer, std::size_t bytes, Allocation* allocation) noexcept {
  *allocation = find_allocation(pointer);
  if (!*allocation) {
    *allocation = find_freed_later(pointer);
  }
  if (*allocation) {
    const char* const end = allocation->base + allocation->size;
    const auto left = static_cast<std::size_t>(end - static_cast<const char*>(pointer));
    return bytes <= left ? Reach::kInside : Reach::kOutside;
  }
  return arena_of(pointer) != nullptr ? Reach::kOutside : Reach::kForeign;
}

}  // namespace musasim
