// Statistics, snapshots and traces of a device's allocator.
#include "memory/snapshot.h"

#include "memory/device_allocator.h"

namespace musasim::caching {

Stats DeviceAllocator::stats() {
  const Lock lock(mutex_);
  prepare();
  return stats_;
}

void DeviceAllocator::reset_accumulated_stats() {
  const Lock lock(mutex_);
  stats_.reset_accumulated();
}

void DeviceAllocator::reset_peak_stats() {
  const Lock lock(mutex_);
  stats_.reset_peak();
}

void DeviceAllocator::set_fraction(double fraction) {
  const Lock lock(mutex_);
  take_settings();
  fraction_ = fraction;
}

double DeviceAllocator::fraction() {
  const Lock lock(mutex_);
  take_settings();
  return fraction_;
}

const Block* DeviceAllocator::block_of(const void* pointer) const {
  return allocated_.find(pointer);
}

bool DeviceAllocator::owns(const void* pointer) {
  const Lock lock(mutex_);
  return block_of(pointer) != nullptr;
}

bool DeviceAllocator::segment_of(const void* pointer, void** start, std::size_t* size) {
  const Lock lock(mutex_);
  const Block* block = block_of(pointer);
  if (block == nullptr) {
    return false;
  }
  *size = block->size;
  while (block->previous != nullptr) {
    block = block->previous;
  }
  *start = block->start;
  return true;
}

SegmentInfo DeviceAllocator::describe(const Block* first) const {
  SegmentInfo segment{};
  segment.device = device_;
  segment.address = first->address();
  segment.stream = first->stream;
  segment.is_large = first->pool->large;
  segment.pool = first->pool->owner == nullptr ? kNoPool : first->pool->owner->id;
  for (const Block* block = first; block != nullptr; block = block->next) {
    const bool active = !block->is_free();
    segment.size += block->size;
    segment.requested += active ? block->requested : 0;
    segment.allocated += block->allocated ? block->size : 0;
    segment.active += active ? block->size : 0;
    segment.blocks.push_back({block->address(), block->size, block->requested, block->allocated,
                              active, block->context});
  }
  return segment;
}

std::vector<SegmentInfo> DeviceAllocator::snapshot(PoolId id) {
  const Lock lock(mutex_);
  std::vector<SegmentInfo> segments;
  for (const auto& [start, first] : segments_) {
    const PrivatePool* owner = first->pool->owner;
    if (id == kNoPool || (owner != nullptr && owner->id == id)) {
      segments.push_back(describe(first));
    }
  }
  return segments;
}

std::vector<TraceEntry> DeviceAllocator::trace() {
  const Lock lock(mutex_);
  return history_.entries();
}

void DeviceAllocator::clear_trace() {
  const Lock lock(mutex_);
  history_.clear();
}

void DeviceAllocator::record_snapshot(const Context& context) {
  const Lock lock(mutex_);
  history_.add(Action::kSnapshot, 0, reserved_, nullptr, kNoPool, context);
}

}  // namespace musasim::caching
