// Our memory statistics as the structure torch.accelerator reads.
#pragma once

#include <c10/core/CachingDeviceAllocator.h>

#include "memory/stats.h"

namespace musasim {

inline void assign(c10::CachingAllocator::Stat& target, const caching::Stat& source) {
  target.current = source.current;
  target.peak = source.peak;
  target.allocated = source.allocated;
  target.freed = source.freed;
}

inline void assign(c10::CachingAllocator::StatArray& target, const caching::StatArray& source) {
  for (std::size_t pool = 0; pool < source.size(); ++pool) {
    assign(target[pool], source[pool]);
  }
}

inline c10::CachingDeviceAllocator::DeviceStats to_torch_stats(const caching::Stats& source) {
  c10::CachingDeviceAllocator::DeviceStats target;
  assign(target.allocation, source.allocation);
  assign(target.segment, source.segment);
  assign(target.active, source.active);
  assign(target.inactive_split, source.inactive_split);
  assign(target.allocated_bytes, source.allocated_bytes);
  assign(target.reserved_bytes, source.reserved_bytes);
  assign(target.active_bytes, source.active_bytes);
  assign(target.inactive_split_bytes, source.inactive_split_bytes);
  assign(target.requested_bytes, source.requested_bytes);
  target.num_alloc_retries = source.num_alloc_retries;
  target.num_ooms = source.num_ooms;
  target.num_sync_all_streams = source.num_sync_all_streams;
  assign(target.oversize_allocations, source.oversize_allocations);
  assign(target.oversize_segments, source.oversize_segments);
  target.num_device_alloc = source.num_device_alloc;
  target.num_device_free = source.num_device_free;
  return target;
}

}  // namespace musasim
