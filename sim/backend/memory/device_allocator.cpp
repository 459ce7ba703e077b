// Handing out and taking back: best fit, split what is left over, merge what is freed.
#include "memory/device_allocator.h"

#include <algorithm>

#include "machine/device/device_scope.h"
#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"
#include "machine/memory/pieces.h"
#include "machine/memory/unwritten.h"
#include "machine/stream/inline_work.h"

namespace musasim::caching {

namespace {

// Nothing of this size exists; it also keeps the rounding from overflowing.
constexpr std::size_t kAbsurd = std::size_t{1} << 46;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// With checks of kernels, nobody uses what lies behind a tensor.
std::size_t kept_apart() { return check_kernels() ? kBlockAlignment : 0; }

// Whether no work of the stream may use memory that was freed. Captures go on, which query_stream() would end.
bool has_no_work(musaStream_t stream) {
  const auto found = stream_behind(stream);
  return found && !is_capturing(*found) && is_idle(*found);
}

bool is_power_of_two(std::size_t number) { return (number & (number - 1)) == 0; }

std::size_t power_of_two_below(std::size_t number) {
  std::size_t power = 1;
  while (power <= number / 2) {
    power *= 2;
  }
  return power;
}

// To the next of `steps` even steps between two powers of two.
std::size_t round_to_step(std::size_t bytes, std::size_t steps) {
  if (is_power_of_two(bytes)) {
    return bytes;
  }
  const std::size_t below = power_of_two_below(bytes);
  const std::size_t step = below / steps;
  return step < kBlockAlignment ? below * 2 : round_up(bytes, step);
}

}  // namespace

DeviceAllocator::DeviceAllocator(int device) : device_(device), epoch_(memory_epoch(device)) {
  const DeviceScope scope(device);
  std::size_t free = 0;
  check(musaMemGetInfo(&free, &capacity_));
}

std::size_t DeviceAllocator::round_size(std::size_t bytes, const AllocatorSettings& settings) {
  if (bytes < kBlockAlignment) {
    return kBlockAlignment;
  }
  const std::size_t steps = settings.divisions_of(bytes);
  return steps > 1 && bytes > kBlockAlignment * steps ? round_to_step(bytes, steps)
                                                      : round_up(bytes, kBlockAlignment);
}

std::size_t DeviceAllocator::segment_size(std::size_t rounded) {
  if (rounded <= kSmallSize) {
    return kSmallSegment;
  }
  return rounded < kMinLargeAlloc ? kLargeSegment : round_up(rounded, kSegmentUnit);
}

// Brings the state up to date before each allocation.
void DeviceAllocator::prepare() {
  if (epoch_ != memory_epoch(device_)) {
    renew_after_reset();
  }
  take_settings();
  if (!pending_.empty() || !waiting_for_capture_end_.empty()) {
    take_back_finished();
  }
}

void DeviceAllocator::take_settings() {
  if (settings_version_ != settings_version()) {
    settings_ = settings_in_force();
    settings_version_ = settings_version();
    fraction_ = settings_.memory_fraction.value_or(fraction_);
  }
}

// The device was reset: all memory is gone. Whoever still holds a block may free it, to no effect.
void DeviceAllocator::renew_after_reset() {
  epoch_ = memory_epoch(device_);
  for (const auto& [start, first] : segments_) {
    for (Block* block = first; block != nullptr;) {
      Block* next = block->next;
      block->pool->blocks.erase(block);
      delete block;
      block = next;
    }
  }
  segments_.clear();
  allocated_.clear();
  pending_.clear();
  waiting_for_capture_end_.clear();
  reserved_ = 0;
  for (auto& [id, pool] : pools_) {
    pool->segments = 0;
  }
  Stats::for_each_array(stats_, [](const char*, StatArray& array) {
    for (Stat& stat : array) {
      stat.decrease(stat.current);
    }
  });
  stats_.oversize_allocations.decrease(stats_.oversize_allocations.current);
  stats_.oversize_segments.decrease(stats_.oversize_segments.current);
}

void* DeviceAllocator::allocate(std::size_t bytes, musaStream_t stream) {
  if (bytes == 0) {
    return nullptr;
  }
  Request request{bytes, 0, 0, stream, nullptr, gather_context(RecordContext::kState)};
  Lock lock(mutex_);
  prepare();
  Block* block = nullptr;
  if (bytes < kAbsurd) {
    request.rounded = round_size(bytes, settings_) + kept_apart();
    request.segment = segment_size(request.rounded);
    request.pool = &pool_for(request.rounded, stream);
    block = serve(lock, request);
  }
  if (block == nullptr) {
    block = ask_others(lock, request);
  }
  if (may_split(*block, request.rounded)) {
    split(block, request.rounded);
  }
  hand_out_as_is(block, bytes, request.context);
  void* const start = block->start;
  return_segments(lock);
  return start;
}

// Others may hold memory of ours that nobody uses any more.
Block* DeviceAllocator::ask_others(Lock& lock, Request& request) {
  if (request.pool != nullptr) {
    if (Block* borrowed = borrow_from_pools(request)) {
      return borrowed;
    }
    lock.unlock();
    const bool freed = reclaim_elsewhere();
    lock.lock();
    request.pool = &pool_for(request.rounded, request.stream);  // the other may be gone
    Block* block = freed ? serve(lock, request) : nullptr;
    if (block != nullptr) {
      return block;
    }
  }
  refuse(lock, request);
}

Block* DeviceAllocator::serve(Lock& lock, const Request& request) {
  Block* block = find_free(request);
  return block != nullptr ? block : new_segment(lock, request);
}

BlockPool& DeviceAllocator::pool_for(std::size_t rounded, musaStream_t stream) {
  const bool large = rounded > kSmallSize;
  const PoolId target = target_of(stream);
  if (target == kNoPool) {
    return large ? large_ : small_;
  }
  PrivatePool& pool = *pools_.at(target);
  return large ? pool.large : pool.small;
}

Block* DeviceAllocator::find_free(const Request& request) {
  BlockPool& pool = *request.pool;
  ++pool.searches;
  Block key;
  key.stream = request.stream;
  key.size = request.rounded;
  const auto found = pool.blocks.lower_bound(&key);
  if (found == pool.blocks.end() || (*found)->stream != request.stream) {
    return nullptr;
  }
  Block* block = *found;
  const std::size_t limit = settings_.max_split_size;
  if (request.rounded < limit && block->size >= limit) {
    return nullptr;  // kept for large requests: it would not be split
  }
  if (request.rounded >= limit &&
      block->size >= request.rounded + settings_.max_non_split_rounding) {
    return nullptr;  // too much of it would be lost
  }
  pool.remove(found);
  count_inactive(*block, false);
  return block;
}

bool DeviceAllocator::may_split(const Block& block, std::size_t rounded) const {
  const std::size_t rest = block.size - rounded;
  const PrivatePool* const owner = block.pool->owner;
  if (caching_is_off() || (owner != nullptr && owner->options.no_split)) {
    return false;
  }
  return block.pool->large ? rounded < settings_.max_split_size && rest > kSmallSize
                           : rest >= kBlockAlignment;
}

void DeviceAllocator::split(Block* block, std::size_t rounded) {
  Block* rest = new_block();
  rest->start = block->start + rounded;
  rest->size = block->size - rounded;
  rest->stream = block->stream;
  rest->pool = block->pool;
  rest->cached_since = block->cached_since;
  rest->segment_context = block->segment_context;
  rest->previous = block;
  rest->next = block->next;
  if (rest->next != nullptr) {
    rest->next->previous = rest;
  }
  block->next = rest;
  block->size = rounded;
  count_inactive(*rest, true);
  rest->pool->add(rest);
}

void DeviceAllocator::hand_out_as_is(Block* block, std::size_t requested, const Context& context) {
  block->allocated = true;
  block->requested = requested;
  block->context = context;
  allocated_.insert(block);
  if (block->pool->owner == nullptr) {  // graphs use the memory of private pools whoever holds it
    pieces::hand_out(block->start, requested, "PyTorch's allocator");
    if (check_kernels() && has_no_work(block->stream)) {
      unwritten::hand_out(block->start, requested);
    }
  }
  const StatPool pool = block->pool->stat();
  stats_.allocation.increase(pool, 1);
  stats_.active.increase(pool, 1);
  stats_.allocated_bytes.increase(pool, block->size);
  stats_.active_bytes.increase(pool, block->size);
  stats_.requested_bytes.increase(pool, requested);
  if (block->size >= settings_.max_split_size) {
    stats_.oversize_allocations.increase(1);
  }
  history_.add(Action::kAlloc, block->address(), requested, block->stream, id_of(*block->pool),
               context);
}

bool DeviceAllocator::free(void* pointer) {
  const Context context = gather_context(RecordContext::kAll);
  Lock lock(mutex_);
  Block* block = allocated_.take(pointer);
  if (block == nullptr) {
    return false;
  }
  retire(block, context);
  if (block->used_by.empty()) {
    put_back(block, context);
  } else {
    wait_for_streams(block);
  }
  return_segments(lock);
  return true;
}

// The block has no owner any more; streams may still use it.
void DeviceAllocator::retire(Block* block, const Context& context) {
  block->allocated = false;
  pieces::take_back(block->start);
  const StatPool pool = block->pool->stat();
  stats_.allocation.decrease(pool, 1);
  stats_.allocated_bytes.decrease(pool, block->size);
  if (block->size >= settings_.max_split_size) {
    stats_.oversize_allocations.decrease(1);
  }
  history_.add(Action::kFreeRequested, block->address(), block->requested, block->stream,
               id_of(*block->pool), context ? context : block->context);
}

// The block is not used any more, by anybody.
void DeviceAllocator::put_back(Block* block, const Context& context) {
  const StatPool pool = block->pool->stat();
  history_.add(Action::kFreeCompleted, block->address(), block->requested, block->stream,
               id_of(*block->pool), context ? context : block->context);
  stats_.active.decrease(pool, 1);
  stats_.active_bytes.decrease(pool, block->size);
  stats_.requested_bytes.decrease(pool, block->requested);
  block->requested = 0;
  block->context.reset();
  block->cached_since = block->pool->searches;
  block = merge_with_neighbours(block);
  count_inactive(*block, true);
  block->pool->add(block);
  if (caching_is_off() && block->is_whole_segment()) {
    free_segment(block);
  }
}

// Only a split part counts as inactive: a whole unused segment can be returned at any time.
void DeviceAllocator::count_inactive(const Block& block, bool appears) {
  if (block.is_whole_segment()) {
    return;
  }
  const StatPool pool = block.pool->stat();
  if (appears) {
    stats_.inactive_split.increase(pool, 1);
    stats_.inactive_split_bytes.increase(pool, block.size);
  } else {
    stats_.inactive_split.decrease(pool, 1);
    stats_.inactive_split_bytes.decrease(pool, block.size);
  }
}

Block* DeviceAllocator::merge_with_neighbours(Block* block) {
  if (block->next != nullptr && block->next->is_free()) {
    block->pool->remove(block->next);
    count_inactive(*block->next, false);
    absorb(block, block->next);
  }
  Block* previous = block->previous;
  if (previous != nullptr && previous->is_free()) {
    block->pool->remove(previous);
    count_inactive(*previous, false);
    absorb(previous, block);
    return previous;
  }
  return block;
}

void DeviceAllocator::absorb(Block* block, Block* next) {
  block->size += next->size;
  block->cached_since = std::max(block->cached_since, next->cached_since);
  block->next = next->next;
  if (block->next != nullptr) {
    block->next->previous = block;
  }
  recycle(next);
}

Block* DeviceAllocator::new_block() {
  if (spare_.empty()) {
    return new Block;
  }
  Block* block = spare_.back().release();
  spare_.pop_back();
  return block;
}

void DeviceAllocator::recycle(Block* block) {
  constexpr std::size_t kSpares = 64;
  if (spare_.size() >= kSpares) {
    delete block;
    return;
  }
  block->stream = nullptr;
  block->requested = 0;
  block->previous = block->next = nullptr;
  block->context.reset();
  block->segment_context.reset();
  spare_.emplace_back(block);
}

}  // namespace musasim::caching
