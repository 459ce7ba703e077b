// The caching allocator of one device: segments from musaMalloc, cut into blocks that are kept for
// reuse on the stream that they were allocated for. Thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "machine/stream/timeline.h"
#include "memory/block.h"
#include "memory/block_table.h"
#include "memory/failure.h"
#include "memory/history.h"
#include "memory/settings.h"
#include "memory/snapshot.h"
#include "memory/stats.h"

namespace musasim::caching {

// Says which streams' allocations go to a private pool.
using StreamFilter = std::function<bool(musaStream_t)>;
// (device, wanted bytes, allowed bytes, free bytes): called before an out-of-memory error is thrown.
using OutOfMemoryObserver =
    std::function<void(int device, std::size_t wanted, std::size_t allowed, std::size_t free)>;

// Calls the observers.
void tell_out_of_memory(const OutOfMemoryReport& report);
// Calls the reclaimers; true when one has freed something.
bool reclaim_elsewhere();

class DeviceAllocator {
 public:
  explicit DeviceAllocator(int device);
  DeviceAllocator(const DeviceAllocator&) = delete;
  DeviceAllocator& operator=(const DeviceAllocator&) = delete;

  // Throws OutOfMemory, MusaFailure. Zero bytes are null.
  void* allocate(std::size_t bytes, musaStream_t stream);
  // False when no allocated block starts there.
  bool free(void* pointer);
  bool owns(const void* pointer);
  // The block is also used by that stream (of the current device, which may be another one): freed
  // memory waits for what the stream holds then. False when no allocated block starts there.
  bool record_stream(void* pointer, musaStream_t stream);
  // Start and size of the segment that a block lies in, and the block's size. False as above.
  bool segment_of(const void* pointer, void** start, std::size_t* size);

  // Gives unused memory back, of all pools or of one. Says how many bytes.
  std::size_t release_cached(PoolId id = kNoPool);

  // --- private pools (private_pools.cpp) ---
  // The pool is made when it is not there, otherwise it gets one more user.
  void add_pool_user(PoolId id, PoolOptions options = {});
  void release_pool(PoolId id);
  int pool_users(PoolId id);
  // From now on until end_allocate_to_pool, what the filter takes goes to the pool.
  void begin_allocate_to_pool(PoolId id, StreamFilter filter);
  void end_allocate_to_pool(PoolId id);
  // The pool for allocations of that stream now; kNoPool: the device's own pools.
  PoolId target_pool(musaStream_t stream);
  // The starts of the pool's blocks that are in use are exactly these.
  bool pool_has_only(PoolId id, const std::vector<const void*>& expected);

  // --- what is there ---
  Stats stats();
  void reset_accumulated_stats();
  void reset_peak_stats();
  void set_fraction(double fraction);
  double fraction();
  // In order of their addresses; of all pools or of one.
  std::vector<SegmentInfo> snapshot(PoolId id = kNoPool);
  std::vector<TraceEntry> trace();
  void clear_trace();
  void record_snapshot(const Context& context);

  // --- checkpoints of private pools (checkpoint.cpp) ---
  std::unique_ptr<PoolCheckpoint> checkpoint(PoolId id);
  CheckpointDelta restore(const PoolCheckpoint& state);

  static std::size_t round_size(std::size_t bytes, const AllocatorSettings& settings);
  static std::size_t segment_size(std::size_t rounded);

 private:
  struct Request {
    std::size_t bytes;
    std::size_t rounded;
    std::size_t segment;
    musaStream_t stream;
    BlockPool* pool;
    Context context;
  };
  // A segment that came from another source, on its way back.
  struct Returned {
    std::shared_ptr<SegmentSource> source;
    void* start;
    std::size_t size;
    musaStream_t stream;
  };
  struct Pending {
    Dependency work;
    Block* block;
  };
  using Lock = std::unique_lock<std::mutex>;

  // Each needs the lock.
  void prepare();
  void take_settings();
  void renew_after_reset();
  Block* serve(Lock& lock, const Request& request);
  PoolId target_of(musaStream_t stream) const;
  BlockPool& pool_for(std::size_t rounded, musaStream_t stream);
  Block* find_free(const Request& request);
  Block* new_segment(Lock& lock, const Request& request);
  Block* take_segment(Lock& lock, const Request& request, std::size_t size, musaError_t* error);
  void* take_memory(Lock& lock, const Request& request, std::size_t size, musaError_t* error);
  bool may_split(const Block& block, std::size_t rounded) const;
  void split(Block* block, std::size_t rounded);
  void hand_out_as_is(Block* block, std::size_t requested, const Context& context);
  void retire(Block* block, const Context& context);
  void put_back(Block* block, const Context& context);
  Block* merge_with_neighbours(Block* block);
  void absorb(Block* block, Block* next);
  Block* new_block();
  void recycle(Block* block);
  void count_inactive(const Block& block, bool appears);
  [[noreturn]] void refuse(Lock& lock, const Request& request);
  Block* ask_others(Lock& lock, Request& request);
  Block* borrow_from_pools(const Request& request);

  std::size_t allowed() const;
  void collect_garbage();
  bool release_for(const Request& request);
  void free_segment(Block* block, const Context& context = Context());
  void return_segments(Lock& lock);
  std::size_t release_unused(BlockPool& pool, const Context& context);
  std::size_t release_all_unused(Lock& lock, PoolId id, const Context& context = Context());
  void drop_freeable_pools();

  void wait_for_streams(Block* block);
  void take_back_finished();
  void finish_uses(Lock& lock);
  void finish_use(Block* block);

  PrivatePool* find_pool(PoolId id);
  const Block* block_of(const void* pointer) const;
  SegmentInfo describe(const Block* first) const;
  CheckpointDelta free_blocks_of(PoolId id);
  void allocate_like(const SegmentCheckpoint& wanted, CheckpointDelta& delta);

  const int device_;
  std::size_t capacity_ = 0;
  std::mutex mutex_;
  double fraction_ = 1.0;
  AllocatorSettings settings_;
  unsigned settings_version_ = 0;
  unsigned long long epoch_ = 0;
  std::size_t reserved_ = 0;
  Stats stats_;
  History history_;
  BlockPool small_{false, nullptr};
  BlockPool large_{true, nullptr};
  std::map<PoolId, std::unique_ptr<PrivatePool>> pools_;
  std::vector<std::pair<PoolId, StreamFilter>> filters_;  // the innermost last
  BlockTable allocated_;
  std::vector<std::unique_ptr<Block>> spare_;  // Block objects to be used again
  std::map<const char*, Block*> segments_;     // first block of each, by address
  std::vector<Returned> returned_;
  std::map<const Timeline*, std::deque<Pending>> pending_;  // in the timeline's order
  std::vector<Block*> waiting_for_capture_end_;
};

}  // namespace musasim::caching
