// Pinned host memory, cached: a block is used again only when the copies that streams do with it are
// done. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/stats.h"
#include "musa_runtime_api.h"

namespace musasim::caching {

// Blocks are powers of two. Zero bytes are null. Throws MusaFailure (musaErrorMemoryAllocation).
void* allocate_pinned(std::size_t bytes);
// From allocate_pinned(), or null. Nothing happens in a forked child.
void free_pinned(void* pointer) noexcept;

// Work on the stream (of the current device) uses the memory: called for each copy that does not wait. Any address within a
// block will do; false for other memory.
bool record_pinned(const void* pointer, musaStream_t stream);

// The pointer lies in pinned memory or in memory registered by musaHostRegister, whoever made it.
bool is_pinned(const void* pointer) noexcept;

// Gives unused blocks back to the system.
void release_pinned_cache();

struct PinnedStats {
  Stat allocations;      // requests
  Stat allocated_bytes;  // in blocks that are in use, or that streams still use
  Stat active_requests;
  Stat active_bytes;
  Stat owned_segments;  // calls of musaHostAlloc less those of musaFreeHost
  Stat owned_bytes;
  std::int64_t host_allocs = 0;
  std::int64_t host_frees = 0;
};
PinnedStats pinned_stats();
void reset_accumulated_pinned_stats();
void reset_peak_pinned_stats();

}  // namespace musasim::caching
