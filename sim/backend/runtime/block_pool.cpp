// The caching algorithm: best fit, split what is left over, merge what is freed.
#include "runtime/block_pool.h"

#include <new>

namespace musasim {

struct BlockPool::Block {
  char* start;
  std::size_t size;
  std::size_t requested;
  bool large;
  bool allocated;
  Block* previous;  // neighbours in the same segment
  Block* next;

  bool is_whole_segment() const { return previous == nullptr && next == nullptr; }
  StatPool stat_pool() const { return large ? kLargePool : kSmallPool; }
};

bool BlockPool::SmallerBlock::operator()(const Block* left, const Block* right) const {
  return left->size != right->size ? left->size < right->size : left->start < right->start;
}

BlockPool::BlockPool(AddressRange range, std::size_t limit) : range_(range), limit_(limit) {}

BlockPool::~BlockPool() {
  for (Block* first : segments_) {
    while (first != nullptr) {
      Block* next = first->next;
      delete first;
      first = next;
    }
  }
}

std::size_t BlockPool::round_size(std::size_t size) {
  const std::size_t at_least = size < kBlockAlignment ? kBlockAlignment : size;
  return (at_least + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

std::size_t BlockPool::segment_size(std::size_t rounded) {
  if (rounded <= kSmallSize) {
    return kSmallSegment;
  }
  if (rounded < kMinLargeAlloc) {
    return kLargeSegment;
  }
  return (rounded + kSegmentAlignment - 1) / kSegmentAlignment * kSegmentAlignment;
}

void* BlockPool::allocate(std::size_t size) {
  if (size > limit_) {  // also keeps the rounding from overflowing
    ++stats_.num_ooms;
    return nullptr;
  }
  const std::size_t rounded = round_size(size);
  const bool large = rounded > kSmallSize;
  Block* block = find_free(rounded, large);
  if (block == nullptr) {
    block = new_segment(rounded, large);
  }
  if (block == nullptr) {
    return nullptr;
  }
  split(block, rounded);
  block->allocated = true;
  block->requested = size;
  allocated_.emplace(block->start, block);
  const StatPool pool = block->stat_pool();
  stats_.allocation.increase(pool, 1);
  stats_.active.increase(pool, 1);
  stats_.allocated_bytes.increase(pool, block->size);
  stats_.active_bytes.increase(pool, block->size);
  stats_.requested_bytes.increase(pool, size);
  return block->start;
}

bool BlockPool::free(void* pointer) {
  const auto found = allocated_.find(pointer);
  if (found == allocated_.end()) {
    return false;
  }
  Block* block = found->second;
  allocated_.erase(found);
  const StatPool pool = block->stat_pool();
  stats_.allocation.decrease(pool, 1);
  stats_.active.decrease(pool, 1);
  stats_.allocated_bytes.decrease(pool, block->size);
  stats_.active_bytes.decrease(pool, block->size);
  stats_.requested_bytes.decrease(pool, block->requested);
  block->allocated = false;
  block->requested = 0;
  block = merge_with_neighbours(block);
  count_inactive(block, true);
  free_blocks(block->large).insert(block);
  return true;
}

// Only a split part counts as inactive: a whole unused segment can be returned at any time.
void BlockPool::count_inactive(const Block* block, bool appears) {
  if (block->is_whole_segment()) {
    return;
  }
  const StatPool pool = block->stat_pool();
  if (appears) {
    stats_.inactive_split.increase(pool, 1);
    stats_.inactive_split_bytes.increase(pool, block->size);
  } else {
    stats_.inactive_split.decrease(pool, 1);
    stats_.inactive_split_bytes.decrease(pool, block->size);
  }
}

BlockPool::Block* BlockPool::find_free(std::size_t rounded, bool large) {
  FreeBlocks& blocks = free_blocks(large);
  Block key{};
  key.size = rounded;
  const auto found = blocks.lower_bound(&key);
  if (found == blocks.end()) {
    return nullptr;
  }
  Block* block = *found;
  blocks.erase(found);
  count_inactive(block, false);
  return block;
}

char* BlockPool::take_segment(std::size_t size) {
  return reserved_ + size <= limit_ ? range_.take(size) : nullptr;
}

BlockPool::Block* BlockPool::new_segment(std::size_t rounded, bool large) {
  std::size_t size = segment_size(rounded);
  char* start = take_segment(size);
  if (start == nullptr) {
    ++stats_.num_alloc_retries;
    release_cached();
    start = take_segment(size);
  }
  if (start == nullptr) {  // the generous size does not fit: a device may be tiny here
    size = (rounded + kSegmentAlignment - 1) / kSegmentAlignment * kSegmentAlignment;
    start = take_segment(size);
  }
  if (start == nullptr) {
    ++stats_.num_ooms;
    return nullptr;
  }
  auto* block = new Block{start, size, 0, large, false, nullptr, nullptr};
  segments_.insert(block);
  reserved_ += size;
  ++stats_.num_device_alloc;
  stats_.segment.increase(block->stat_pool(), 1);
  stats_.reserved_bytes.increase(block->stat_pool(), size);
  return block;
}

void BlockPool::split(Block* block, std::size_t rounded) {
  const std::size_t rest = block->size - rounded;
  if (block->large ? rest <= kSmallSize : rest < kBlockAlignment) {
    return;
  }
  auto* remaining =
      new Block{block->start + rounded, rest, 0, block->large, false, block, block->next};
  if (remaining->next != nullptr) {
    remaining->next->previous = remaining;
  }
  block->next = remaining;
  block->size = rounded;
  count_inactive(remaining, true);
  free_blocks(remaining->large).insert(remaining);
}

BlockPool::Block* BlockPool::merge_with_neighbours(Block* block) {
  if (block->next != nullptr && !block->next->allocated) {
    free_blocks(block->large).erase(block->next);
    count_inactive(block->next, false);
    absorb(block, block->next);
  }
  if (block->previous != nullptr && !block->previous->allocated) {
    Block* previous = block->previous;
    free_blocks(block->large).erase(previous);
    count_inactive(previous, false);
    absorb(previous, block);
    return previous;
  }
  return block;
}

void BlockPool::absorb(Block* block, Block* next) {
  block->size += next->size;
  block->next = next->next;
  if (block->next != nullptr) {
    block->next->previous = block;
  }
  delete next;
}

std::size_t BlockPool::release_cached() {
  std::size_t released = 0;
  for (FreeBlocks* blocks : {&free_small_, &free_large_}) {
    for (auto it = blocks->begin(); it != blocks->end();) {
      Block* block = *it;
      if (!block->is_whole_segment()) {
        ++it;
        continue;
      }
      it = blocks->erase(it);
      range_.give_back(block->start, block->size);
      released += block->size;
      reserved_ -= block->size;
      ++stats_.num_device_free;
      stats_.segment.decrease(block->stat_pool(), 1);
      stats_.reserved_bytes.decrease(block->stat_pool(), block->size);
      segments_.erase(block);
      delete block;
    }
  }
  return released;
}

std::vector<SegmentInfo> BlockPool::snapshot() const {
  std::vector<SegmentInfo> segments;
  for (const Block* first : segments_) {
    SegmentInfo segment{reinterpret_cast<std::uintptr_t>(first->start), 0, first->large, {}};
    for (const Block* block = first; block != nullptr; block = block->next) {
      segment.size += block->size;
      segment.blocks.push_back({reinterpret_cast<std::uintptr_t>(block->start), block->size,
                                block->requested, block->allocated});
    }
    segments.push_back(std::move(segment));
  }
  return segments;
}

}  // namespace musasim
