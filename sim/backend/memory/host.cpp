// The blocks of pinned memory, free ones by size, and the events behind which freed ones wait.
#include "memory/host.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "machine/device/api_call.h"
#include "machine/device/device_scope.h"
#include "machine/memory/allocate.h"
#include "machine/memory/allocation.h"
#include "memory/caching.h"
#include "memory/events.h"

namespace musasim::caching {

namespace {

constexpr std::size_t kSmallestBlock = 512;
constexpr std::size_t kLargestBlock = std::size_t{1} << 46;

struct StreamUse {
  int device;
  musaStream_t stream;
};

struct HostBlock {
  char* start;
  std::size_t size;
  int device;                // that was current when it was made: a reset of it frees the block
  unsigned long long epoch;  // of that device
  bool allocated = true;
  int pending_events = 0;
  std::vector<StreamUse> used_by;
};

struct PendingUse {
  int device;
  musaEvent_t event;
  HostBlock* block;
};

bool is_alive(const HostBlock& block) { return block.epoch == memory_epoch(block.device); }

std::size_t block_size(std::size_t bytes) {
  std::size_t size = kSmallestBlock;
  while (size < bytes) {
    size *= 2;
  }
  return size;
}

class PinnedCache {
 public:
  void* allocate(std::size_t bytes);
  void free(void* pointer);
  bool record(const void* pointer, musaStream_t stream);
  void release();

  std::mutex mutex;
  PinnedStats stats;

 private:
  HostBlock* make(std::size_t size);
  HostBlock* take_free(std::size_t size);
  HostBlock* holder(const void* pointer);
  void put_back(HostBlock* block);
  void destroy(HostBlock* block);
  void process_events(bool wait);

  std::map<const char*, HostBlock*> blocks_;  // all, by address
  std::map<std::size_t, std::vector<HostBlock*>> free_;
  std::deque<PendingUse> pending_;
  std::map<int, EventStore> events_;
};

PinnedCache& cache() {
  static auto* const instance = new PinnedCache;  // outlives tensors that Python holds
  return *instance;
}

void* PinnedCache::allocate(std::size_t bytes) {
  if (bytes > kLargestBlock) {
    throw MusaFailure(musaErrorMemoryAllocation);
  }
  const std::lock_guard<std::mutex> lock(mutex);
  process_events(false);
  const std::size_t size = block_size(bytes);
  HostBlock* block = take_free(size);
  if (block == nullptr) {
    block = make(size);
  }
  block->allocated = true;
  stats.allocations.increase(1);
  stats.active_requests.increase(1);
  stats.allocated_bytes.increase(static_cast<std::int64_t>(size));
  stats.active_bytes.increase(static_cast<std::int64_t>(size));
  return block->start;
}

HostBlock* PinnedCache::take_free(std::size_t size) {
  std::vector<HostBlock*>& list = free_[size];
  while (!list.empty()) {
    HostBlock* block = list.back();
    list.pop_back();
    if (is_alive(*block)) {
      return block;
    }
    destroy(block);
  }
  return nullptr;
}

HostBlock* PinnedCache::make(std::size_t size) {
  const ApiCall cache(kCacheCall);
  void* pointer = nullptr;
  musaError_t error = musaHostAlloc(&pointer, size, musaHostAllocDefault);
  if (error == musaErrorMemoryAllocation) {
    release();
    (void)musaGetLastError();
    error = musaHostAlloc(&pointer, size, musaHostAllocDefault);
  }
  check(error);
  int device = 0;
  check(musaGetDevice(&device));
  auto* block = new HostBlock{static_cast<char*>(pointer), size, device, memory_epoch(device)};
  if (HostBlock* stale = std::exchange(blocks_[block->start], block)) {
    delete stale;  // of before a reset: its memory is this block's now
  }
  ++stats.host_allocs;
  stats.owned_segments.increase(1);
  stats.owned_bytes.increase(static_cast<std::int64_t>(size));
  return block;
}

HostBlock* PinnedCache::holder(const void* pointer) {
  const auto* address = static_cast<const char*>(pointer);
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) {
    return nullptr;
  }
  HostBlock* block = std::prev(next)->second;
  return static_cast<std::size_t>(address - block->start) < block->size ? block : nullptr;
}

bool PinnedCache::record(const void* pointer, musaStream_t stream) {
  int device = 0;
  check(musaGetDevice(&device));
  const std::lock_guard<std::mutex> lock(mutex);
  HostBlock* block = holder(pointer);
  if (block == nullptr || !block->allocated) {
    return false;
  }
  const bool known = std::any_of(
      block->used_by.begin(), block->used_by.end(),
      [&](const StreamUse& use) { return use.device == device && use.stream == stream; });
  if (!known) {
    block->used_by.push_back({device, stream});
  }
  return true;
}

void PinnedCache::free(void* pointer) {
  const std::lock_guard<std::mutex> lock(mutex);
  HostBlock* block = holder(pointer);
  if (block == nullptr || !block->allocated) {
    return;
  }
  block->allocated = false;
  stats.allocations.decrease(1);
  stats.allocated_bytes.decrease(static_cast<std::int64_t>(block->size));
  ++block->pending_events;
  for (const StreamUse& use : std::exchange(block->used_by, {})) {
    try {
      const DeviceScope scope(use.device);
      if (musaEvent_t event = events_[use.device].record(use.stream)) {
        ++block->pending_events;
        pending_.push_back({use.device, event, block});
      }
    } catch (const MusaFailure&) {
      // The device is broken: nothing runs there any more.
    }
  }
  if (--block->pending_events == 0) {
    put_back(block);
  }
}

void PinnedCache::put_back(HostBlock* block) {
  stats.active_requests.decrease(1);
  stats.active_bytes.decrease(static_cast<std::int64_t>(block->size));
  free_[block->size].push_back(block);
}

// Streams differ in speed, so each use is looked at.
void PinnedCache::process_events(bool wait) {
  for (auto use = pending_.begin(); use != pending_.end();) {
    const DeviceScope scope(use->device);
    const musaError_t state = wait ? musaEventSynchronize(use->event) : musaEventQuery(use->event);
    if (state == musaErrorNotReady) {
      (void)musaGetLastError();
      ++use;
      continue;
    }
    events_[use->device].give_back(use->event);
    HostBlock* block = use->block;
    use = pending_.erase(use);
    if (--block->pending_events == 0) {
      put_back(block);
    }
  }
}

void PinnedCache::destroy(HostBlock* block) {
  if (is_alive(*block)) {
    check(musaFreeHost(block->start));
  }
  ++stats.host_frees;
  stats.owned_segments.decrease(1);
  stats.owned_bytes.decrease(static_cast<std::int64_t>(block->size));
  blocks_.erase(block->start);
  delete block;
}

void PinnedCache::release() {
  process_events(true);
  for (auto& [size, list] : free_) {
    for (HostBlock* block : std::exchange(list, {})) {
      destroy(block);
    }
  }
}

}  // namespace

void* allocate_pinned(std::size_t bytes) { return bytes == 0 ? nullptr : cache().allocate(bytes); }

void free_pinned(void* pointer) noexcept {
  if (pointer != nullptr && !in_forked_child()) {
    cache().free(pointer);
  }
}

bool record_pinned(const void* pointer, musaStream_t stream) {
  return cache().record(pointer, stream);
}

bool is_pinned(const void* pointer) noexcept {
  if (in_forked_child()) {
    return false;
  }
  const MemoryKind kind = find_allocation(pointer).kind;
  return kind == MemoryKind::kHost || kind == MemoryKind::kRegistered;
}

void release_pinned_cache() {
  const std::lock_guard<std::mutex> lock(cache().mutex);
  cache().release();
}

PinnedStats pinned_stats() {
  const std::lock_guard<std::mutex> lock(cache().mutex);
  return cache().stats;
}

template <class Reset>
void for_each_stat(Reset reset) {
  const std::lock_guard<std::mutex> lock(cache().mutex);
  PinnedStats& stats = cache().stats;
  for (Stat* stat : {&stats.allocations, &stats.allocated_bytes, &stats.active_requests,
                     &stats.active_bytes, &stats.owned_segments, &stats.owned_bytes}) {
    reset(*stat);
  }
}

void reset_accumulated_pinned_stats() {
  for_each_stat([](Stat& stat) { stat.reset_accumulated(); });
  const std::lock_guard<std::mutex> lock(cache().mutex);
  cache().stats.host_allocs = cache().stats.host_frees = 0;
}

void reset_peak_pinned_stats() {
  for_each_stat([](Stat& stat) { stat.reset_peak(); });
}

}  // namespace musasim::caching
