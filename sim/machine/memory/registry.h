// The registry behind find_allocation(): all allocations by address, and in check mode also those
// that were freed. For the files of machine/memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "machine/memory/allocation.h"
#include "machine/memory/check/call_site.h"

namespace musasim::registry {

// When memory was taken and freed, and kernels launched: a count of the former two.
using Moment = std::uint64_t;
Moment now() noexcept;
Moment next_moment() noexcept;

struct Record {
  Allocation what;
  std::shared_ptr<const check::CallSite> made;   // check mode only
  std::shared_ptr<const check::CallSite> freed;  // of freed ones only
  Moment freed_at = 0;                           // the same
};

// False when it overlaps one that is known already. Throws std::bad_alloc.
bool add(Allocation allocation);
// Takes out the allocation that starts at `base` if its kind is one of `kinds` (bits, see bit()),
// and returns it; kNone when there is none.
Allocation remove(const void* base, unsigned kinds) noexcept;

constexpr unsigned bit(MemoryKind kind) { return 1u << static_cast<unsigned>(kind); }

// Whole records, for reports.
Record find(const void* pointer) noexcept;
// The freed allocation that held the address last (check mode).
Record find_freed(const void* pointer) noexcept;
// The live one nearest below the address, or the next one above.
Record find_neighbour(const void* pointer) noexcept;
// All of these kinds.
std::vector<Record> all(unsigned kinds);

// Bytes from `pointer` on that lie in live allocations that follow each other without a hole and
// are of one kind; at most `wanted`.
std::size_t bytes_from(const void* pointer, std::size_t wanted) noexcept;

}  // namespace musasim::registry
