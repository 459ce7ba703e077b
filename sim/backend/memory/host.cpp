// The blocks of pinned memory, free ones by size, and what freed ones wait for.
#include "memory/host.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "machine/device/api_call.h"
#include "machine/device/device_scope.h"
#include "machine/memory/allocate.h"
#include "machine/memory/allocation.h"
#include "machine/stream/held_work.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/waits.h"
#include "memory/caching.h"
#include "memory/failure.h"
#include "memory/relaxed_capture.h"

namespace musasim::caching {

namespace {

constexpr std::size_t kSmallestBlock = 512;
constexpr std::size_t kLargestBlock = std::size_t{1} << 46;

struct StreamUse {
  int device;
  std::shared_ptr<Stream> stream;  // null: any of the device
};

struct HostBlock {
  char* start;
  std::size_t size;
  int device;                // that was current when it was made: a reset of it frees the block
  unsigned long long epoch;  // of that device
  bool allocated = true;
  int pending_uses = 0;
  std::vector<StreamUse> used_by;
  std::set<std::pair<int, PoolId>>
      graph_pools;  // device and pool of graphs that use it at each run
};

struct PendingUse {
  Dependency work;
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

using Lock = std::unique_lock<std::mutex>;

// The pool of the graph whose capture the stream is part of; kNoPool without one.
PoolId graph_pool_of(int device, musaStream_t stream) {
  return is_captured(stream) ? of_device(device).target_pool(stream) : kNoPool;
}

class PinnedCache {
 public:
  void* allocate(std::size_t bytes);
  void free(void* pointer);
  bool record(const void* pointer, musaStream_t stream);
  void release_of_pool(int device, PoolId id);
  void release(Lock& lock);

  std::mutex mutex;
  PinnedStats stats;

 private:
  void* take_memory(Lock& lock, std::size_t size);
  HostBlock* make(Lock& lock, std::size_t size);
  HostBlock* take_free(std::size_t size);
  HostBlock* holder(const void* pointer);
  void retire(HostBlock* block);
  void put_back(HostBlock* block);
  void* forget(HostBlock* block);
  void take_back_finished();

  std::map<const char*, HostBlock*> blocks_;  // all, by address
  std::map<std::size_t, std::vector<HostBlock*>> free_;
  std::deque<PendingUse> pending_;
};

PinnedCache& cache() {
  static auto* const instance = new PinnedCache;  // outlives tensors that Python holds
  return *instance;
}

void* PinnedCache::allocate(std::size_t bytes) {
  if (bytes > kLargestBlock) {
    throw MusaFailure(musaErrorMemoryAllocation);
  }
  Lock lock(mutex);
  take_back_finished();
  const std::size_t size = block_size(bytes);
  HostBlock* block = take_free(size);
  if (block == nullptr) {
    block = make(lock, size);
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
    forget(block);
  }
  return nullptr;
}

// Microseconds.
template <class Call>
std::int64_t time_of(Call call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  const auto passed = std::chrono::steady_clock::now() - start;
  return std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
}

void* PinnedCache::take_memory(Lock& lock, std::size_t size) {
  const ApiCall cache(kCacheCall);
  const RelaxedCapture allowed;
  void* pointer = nullptr;
  musaError_t error = musaSuccess;
  const auto take = [&] { error = musaHostAlloc(&pointer, size, musaHostAllocDefault); };
  stats.alloc_time.add(time_of(take));
  if (error == musaErrorMemoryAllocation) {
    release(lock);
    (void)musaGetLastError();
    stats.alloc_time.add(time_of(take));
  }
  check(error);
  return pointer;
}

HostBlock* PinnedCache::make(Lock& lock, std::size_t size) {
  auto* const start = static_cast<char*>(take_memory(lock, size));
  int device = 0;
  check(musaGetDevice(&device));
  auto* block = new HostBlock{start, size, device, memory_epoch(device)};
  if (HostBlock* stale = std::exchange(blocks_[start], block)) {
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
  const std::shared_ptr<Stream> user = stream_behind(stream);
  const PoolId graph_pool = graph_pool_of(device, stream);
  const Lock lock(mutex);
  HostBlock* block = holder(pointer);
  if (block == nullptr || !block->allocated) {
    return false;
  }
  if (graph_pool != kNoPool) {
    block->graph_pools.emplace(device, graph_pool);
  }
  const bool known =
      std::any_of(block->used_by.begin(), block->used_by.end(),
                  [&](const StreamUse& use) { return use.device == device && use.stream == user; });
  if (!known) {
    block->used_by.push_back({device, user});
  }
  return true;
}

void PinnedCache::free(void* pointer) {
  const Lock lock(mutex);
  HostBlock* block = holder(pointer);
  if (block == nullptr || !block->allocated) {
    return;
  }
  block->allocated = false;
  stats.allocations.decrease(1);
  stats.allocated_bytes.decrease(static_cast<std::int64_t>(block->size));
  if (block->graph_pools.empty()) {
    retire(block);
  }
}

// Has no owner and no graph any more; streams may still use it.
void PinnedCache::retire(HostBlock* block) {
  for (const StreamUse& use : std::exchange(block->used_by, {})) {
    for (Dependency& work :
         use.stream != nullptr ? held_work(*use.stream) : held_work(use.device)) {
      ++block->pending_uses;
      pending_.push_back({std::move(work), block});
    }
  }
  if (block->pending_uses == 0) {
    put_back(block);
  }
}

void PinnedCache::put_back(HostBlock* block) {
  stats.active_requests.decrease(1);
  stats.active_bytes.decrease(static_cast<std::int64_t>(block->size));
  free_[block->size].push_back(block);
}

void PinnedCache::release_of_pool(int device, PoolId id) {
  const Lock lock(mutex);
  for (const auto& [start, block] : blocks_) {
    if (block->graph_pools.erase({device, id}) != 0 && block->graph_pools.empty() &&
        !block->allocated) {
      retire(block);
    }
  }
}

// Streams differ in speed, so each use is looked at.
void PinnedCache::take_back_finished() {
  for (auto use = pending_.begin(); use != pending_.end();) {
    if (!use->work.met()) {
      ++use;
      continue;
    }
    HostBlock* block = use->block;
    use = pending_.erase(use);
    if (--block->pending_uses == 0) {
      put_back(block);
    }
  }
}

// The memory that has to be given back to the system; null for what a reset has freed.
void* PinnedCache::forget(HostBlock* block) {
  void* const memory = is_alive(*block) ? block->start : nullptr;
  ++stats.host_frees;
  stats.owned_segments.decrease(1);
  stats.owned_bytes.decrease(static_cast<std::int64_t>(block->size));
  blocks_.erase(block->start);
  delete block;
  return memory;
}

// Without the lock where it waits: other threads' work may need pinned memory to get done.
void PinnedCache::release(Lock& lock) {
  const std::deque<PendingUse> pending = pending_;
  lock.unlock();
  for (const PendingUse& use : pending) {
    (void)wait_unless_in_ring(use.work);
  }
  lock.lock();
  take_back_finished();
  std::vector<void*> unused;
  for (auto& [size, list] : free_) {
    for (HostBlock* block : std::exchange(list, {})) {
      unused.push_back(forget(block));
    }
  }
  lock.unlock();
  std::vector<std::int64_t> times;
  for (void* memory : unused) {
    musaError_t error = musaSuccess;
    times.push_back(time_of([&] { error = musaFreeHost(memory); }));
    check(error);
  }
  lock.lock();
  for (const std::int64_t time : times) {
    stats.free_time.add(time);
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

void release_pinned_of_pool(int device, PoolId id) { cache().release_of_pool(device, id); }

bool is_pinned(const void* pointer) noexcept {
  if (in_forked_child()) {
    return false;
  }
  const MemoryKind kind = find_allocation(pointer).kind;
  return kind == MemoryKind::kHost || kind == MemoryKind::kRegistered;
}

void release_pinned_cache() {
  Lock lock(cache().mutex);
  cache().release(lock);
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
  cache().stats.alloc_time = cache().stats.free_time = Duration();
}

void reset_peak_pinned_stats() {
  for_each_stat([](Stat& stat) { stat.reset_peak(); });
}

}  // namespace musasim::caching
