// Pinned host memory, cached: a block is used again only when the copies that streams do with it are
// done. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "memory/pool_id.h"
#include "memory/stats.h"
#include "musa_runtime_api.h"

namespace musasim::caching {

// Blocks are powers of two. Zero bytes are null. Throws MusaFailure (musaErrorMemoryAllocation).
void* allocate_pinned(std::size_t bytes);
// From allocate_pinned(), or null. Nothing happens in a forked child.
void free_pinned(void* pointer) noexcept;

// Work on the stream (of the current device) uses the memory: called for each copy that does not wait. Any address within a
// block will do; false for other memory. Work of a graph's capture keeps the block from others until the
// graph's pool is released.
bool record_pinned(const void* pointer, musaStream_t stream);
// Nobody uses the device's pool any more, so no graph will copy from or to the memory kept for it.
void release_pinned_of_pool(int device, PoolId id);

// The pointer lies in pinned memory or in memory registered by musaHostRegister, whoever made it.
bool is_pinned(const void* pointer) noexcept;

// Gives unused blocks back to the system.
void release_pinned_cache();

// The time that calls of the runtime took, in microseconds.
struct Duration {
  std::int64_t total = 0;
  std::int64_t longest = 0;
  std::int64_t shortest = 0;
  std::int64_t count = 0;

  void add(std::int64_t time) {
    shortest = count == 0 ? time : std::min(shortest, time);
    longest = std::max(longest, time);
    total += time;
    ++count;
  }
};

struct PinnedStats {
  Stat allocations;      // requests
  Stat allocated_bytes;  // in blocks that are in use, or that streams still use
  Stat active_requests;
  Stat active_bytes;
  Stat owned_segments;  // calls of musaHostAlloc less those of musaFreeHost
  Stat owned_bytes;
  std::int64_t host_allocs = 0;
  std::int64_t host_frees = 0;
  Duration alloc_time;
  Duration free_time;
};
PinnedStats pinned_stats();
void reset_accumulated_pinned_stats();
void reset_peak_pinned_stats();

}  // namespace musasim::caching
