// Finds the memory that the code of a kernel may touch.
#include "machine/memory/reach.h"

#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"
#include "machine/memory/registry.h"

namespace musasim {

Reach reach_of(const void* pointer, std::size_t bytes, pieces::Moment moment,
               Allocation* allocation) {
  Allocation around = find_allocation(pointer);
  if (!around) {
    around = find_freed_later(pointer);
  }
  if (!around && moment != 0) {
    // Streams put the memory of pools in order: who was launched before the call that frees it may use it.
    const registry::Record freed = registry::find_freed(pointer);
    const bool later = freed.what.kind == MemoryKind::kPool && freed.freed_at > moment;
    around = later ? freed.what : around;
  }
  *allocation = around;
  if (!around) {
    return arena_of(pointer) != nullptr ? Reach::kOutside : Reach::kForeign;
  }
  const char* const end = around.base + around.size;
  if (bytes > static_cast<std::size_t>(end - static_cast<const char*>(pointer))) {
    return Reach::kOutside;
  }
  switch (pieces::find(around, pointer, bytes, moment, allocation)) {
    case pieces::Place::kOutside: return Reach::kOutside;
    case pieces::Place::kUnknown:
      allocation->base = const_cast<char*>(static_cast<const char*>(pointer));
      allocation->size = bytes;
      return Reach::kInside;
    default: return Reach::kInside;
  }
}

}  // namespace musasim
