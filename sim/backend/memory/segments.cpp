// Segments of the caching allocator: taking them from the device, giving them back, and what is done
// when the device has no more.
#include <algorithm>
#include <optional>

#include "machine/device/api_call.h"
#include "machine/device/device_scope.h"
#include "machine/memory/allocate.h"
#include "memory/device_allocator.h"
#include "memory/relaxed_capture.h"

namespace musasim::caching {

namespace {

musaError_t malloc_on(int device, musaStream_t stream, std::size_t size, void** pointer) {
  const DeviceScope scope(device);
  std::optional<RelaxedCapture> allowed;
  if (is_captured(stream)) {
    allowed.emplace();
  }
  const ApiCall cache(kCacheCall);
  const musaError_t error = musaMalloc(pointer, size);
  if (error != musaSuccess) {
    (void)musaGetLastError();
  }
  return error;
}

}  // namespace

std::size_t DeviceAllocator::allowed() const {
  return fraction_ < 1.0 ? static_cast<std::size_t>(fraction_ * static_cast<double>(capacity_))
                         : capacity_;
}

// A source of segments is called without the lock: it may wait for work that needs memory to get
// done.
void* DeviceAllocator::take_memory(Lock& lock, const Request& request, std::size_t size,
                                   musaError_t* error) {
  PrivatePool* owner = request.pool->owner;
  void* pointer = nullptr;
  if (owner != nullptr && owner->options.source != nullptr) {
    const DeviceScope scope(device_);
    ++owner->segments;  // keeps the pool
    lock.unlock();
    pointer = owner->options.source->take(size, device_, request.stream);
    lock.lock();
    --owner->segments;
    *error = pointer == nullptr ? musaErrorMemoryAllocation : musaSuccess;
  } else {
    *error = malloc_on(device_, request.stream, size, &pointer);
  }
  return pointer;
}

// Null when there is no room; `error` is what the runtime said.
Block* DeviceAllocator::take_segment(Lock& lock, const Request& request, std::size_t size,
                                     musaError_t* error) {
  *error = musaErrorMemoryAllocation;
  if (size > allowed() || reserved_ > allowed() - size) {
    stats_.num_oom_rejections += settings_.throw_on_oom ? 1 : 0;
    return nullptr;
  }
  void* pointer = take_memory(lock, request, size, error);
  if (*error != musaSuccess) {
    if (*error != musaErrorMemoryAllocation) {
      throw MusaFailure(*error);
    }
    return nullptr;
  }
  auto* block = new Block;
  block->start = static_cast<char*>(pointer);
  block->size = size;
  block->stream = request.stream;
  block->pool = request.pool;
  block->segment_context = request.context;
  segments_.emplace(block->start, block);
  reserved_ += size;
  if (request.pool->owner != nullptr) {
    ++request.pool->owner->segments;
  }
  ++stats_.num_device_alloc;
  stats_.segment.increase(request.pool->stat(), 1);
  stats_.reserved_bytes.increase(request.pool->stat(), size);
  if (size >= settings_.max_split_size) {
    stats_.oversize_segments.increase(1);
  }
  history_.add(Action::kSegmentAlloc, block->address(), size, request.stream, id_of(*request.pool),
               request.context);
  return block;
}

Block* DeviceAllocator::new_segment(Lock& lock, const Request& request) {
  musaError_t error = musaSuccess;
  const std::size_t size = caching_is_off() ? request.rounded : request.segment;
  if (settings_.garbage_collection_threshold > 0) {
    collect_garbage();
  }
  Block* block = take_segment(lock, request, size, &error);
  if (block == nullptr && release_for(request)) {
    return_segments(lock);
    block = take_segment(lock, request, size, &error);
  }
  if (block == nullptr && filters_.empty()) {  // a capture must not wait for streams
    ++stats_.num_alloc_retries;
    release_all_unused(lock, kNoPool);
    block = find_free(request);  // a part of a segment that came free
    block = block != nullptr ? block : take_segment(lock, request, size, &error);
  }
  const std::size_t least = (request.rounded + kSegmentUnit - 1) / kSegmentUnit * kSegmentUnit;
  if (block == nullptr && least < size) {  // the generous size does not fit: devices may be tiny
    block = take_segment(lock, request, least, &error);
  }
  return block;
}

// Above the threshold, segments that were not used for long go back before new memory is taken.
void DeviceAllocator::collect_garbage() {
  const auto threshold = static_cast<std::size_t>(settings_.garbage_collection_threshold *
                                                  static_cast<double>(allowed()));
  bool freed = true;
  while (reserved_ > threshold && freed) {
    freed = false;
    std::uint64_t total_age = 0;
    std::uint64_t count = 0;
    for (const Block* block : large_.blocks) {
      if (block->is_whole_segment()) {
        total_age += large_.searches - block->cached_since;
        ++count;
      }
    }
    for (auto it = large_.blocks.begin(); it != large_.blocks.end() && reserved_ > threshold;) {
      Block* block = *it++;
      const std::uint64_t age = large_.searches - block->cached_since;
      if (block->is_whole_segment() && age * count >= total_age) {
        free_segment(block);
        freed = true;
      }
    }
  }
}

// With a max_split_size: cached blocks too large for the request go back, largest last, until there
// is room for it. False when they do not suffice.
bool DeviceAllocator::release_for(const Request& request) {
  if (settings_.max_split_size == kUnlimited) {
    return false;
  }
  BlockPool& pool = *request.pool;
  Block key;
  key.stream = request.stream;
  key.size = std::max(request.rounded, settings_.max_split_size);
  std::size_t released = 0;
  for (auto it = pool.blocks.lower_bound(&key);
       it != pool.blocks.end() && (*it)->stream == request.stream && released < request.segment;) {
    Block* block = *it++;
    if (block->is_whole_segment()) {
      released += block->size;
      free_segment(block);
    }
  }
  return released >= request.segment;
}

// `context`: who asked for it, if anybody.
void DeviceAllocator::free_segment(Block* block, const Context& context) {
  BlockPool& pool = *block->pool;
  if (pool.owner != nullptr && pool.owner->options.source != nullptr) {
    returned_.push_back({pool.owner->options.source, block->start, block->size, block->stream});
  } else {
    check(free_device_later(block->start));
  }
  history_.add(Action::kSegmentFree, block->address(), block->size, block->stream, id_of(pool),
               context ? context : block->segment_context);
  pool.remove(block);
  segments_.erase(block->start);
  reserved_ -= block->size;
  if (pool.owner != nullptr) {
    --pool.owner->segments;
  }
  ++stats_.num_device_free;
  stats_.segment.decrease(pool.stat(), 1);
  stats_.reserved_bytes.decrease(pool.stat(), block->size);
  if (block->size >= settings_.max_split_size) {
    stats_.oversize_segments.decrease(1);
  }
  delete block;
}

// Called before the lock goes, and before memory is asked for again; without it as above.
void DeviceAllocator::return_segments(Lock& lock) {
  if (returned_.empty()) {
    return;
  }
  const std::vector<Returned> returned = std::exchange(returned_, {});
  lock.unlock();
  {
    const DeviceScope scope(device_);
    for (const Returned& each : returned) {
      each.source->give_back(each.start, each.size, device_, each.stream);
    }
  }
  lock.lock();
}

std::size_t DeviceAllocator::release_unused(BlockPool& pool, const Context& context) {
  std::size_t released = 0;
  for (auto it = pool.blocks.begin(); it != pool.blocks.end();) {
    Block* block = *it++;
    if (block->is_whole_segment()) {
      released += block->size;
      free_segment(block, context);
    }
  }
  return released;
}

// Pools that graphs still use keep what they have: its addresses are in the graphs.
std::size_t DeviceAllocator::release_all_unused(Lock& lock, PoolId id, const Context& context) {
  finish_uses(lock);
  std::size_t released = 0;
  if (id == kNoPool) {
    released += release_unused(large_, context) + release_unused(small_, context);
  }
  for (auto& [name, pool] : pools_) {
    if (pool->users == 0 || name == id) {
      released += release_unused(pool->large, context) + release_unused(pool->small, context);
    }
  }
  drop_freeable_pools();
  return_segments(lock);
  return released;
}

std::size_t DeviceAllocator::release_cached(PoolId id) {
  const Context context = gather_context(RecordContext::kAll);
  Lock lock(mutex_);
  prepare();
  return release_all_unused(lock, id, context);
}

void DeviceAllocator::refuse(Lock& lock, const Request& request) {
  std::size_t free = 0;
  std::size_t total = 0;
  {
    const DeviceScope scope(device_);
    check(musaMemGetInfo(&free, &total));
  }
  ++stats_.num_ooms;
  history_.add(Action::kOutOfMemory, free, request.bytes, request.stream,
               request.pool == nullptr ? kNoPool : id_of(*request.pool), request.context);
  const auto in_use = static_cast<std::size_t>(stats_.allocated_bytes[kAll].current);
  std::size_t in_private = 0;
  for (const auto& [start, first] : segments_) {
    for (const Block* block = first; block != nullptr; block = block->next) {
      in_private += block->allocated && block->pool->owner != nullptr ? block->size : 0;
    }
  }
  const OutOfMemoryReport report{device_,   request.bytes, total,      free,
                                 allowed(), in_use,        in_private, reserved_ - in_use};
  lock.unlock();
  tell_out_of_memory(report);
  throw OutOfMemory(report);
}

}  // namespace musasim::caching
