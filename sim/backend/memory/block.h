// The parts of device memory in the caching allocator: segments come from the device, blocks are
// pieces of them, pools hold the blocks that are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "memory/history.h"
#include "memory/pool_id.h"
#include "memory/stats.h"
#include "musa_runtime_api.h"

namespace musasim {
class Stream;
}

namespace musasim::caching {

constexpr std::size_t kBlockAlignment = 512;
constexpr std::size_t kSmallSize = std::size_t{1} << 20;       // largest request of the small pool
constexpr std::size_t kSmallSegment = std::size_t{2} << 20;    // its segments
constexpr std::size_t kLargeSegment = std::size_t{20} << 20;   // segments of requests below ...
constexpr std::size_t kMinLargeAlloc = std::size_t{10} << 20;  // ... this; others are rounded to
constexpr std::size_t kSegmentUnit = std::size_t{2} << 20;     // ... a multiple of this

struct PrivatePool;
struct BlockPool;

struct Block {
  char* start = nullptr;
  std::size_t size = 0;
  musaStream_t stream = nullptr;  // the one that it was allocated for
  BlockPool* pool = nullptr;
  std::size_t requested = 0;
  bool allocated = false;
  int pending_uses = 0;            // freed, but other streams may still use it
  std::uint64_t cached_since = 0;  // the pool's count of searches when it was put there
  Block* previous = nullptr;       // neighbours in the same segment
  Block* next = nullptr;
  std::vector<std::shared_ptr<Stream>> used_by;  // others that were recorded; null: any
  Context context;                               // who allocated it
  Context segment_context;                       // who made its segment need memory of the device

  bool is_whole_segment() const { return previous == nullptr && next == nullptr; }
  bool is_free() const { return !allocated && pending_uses == 0 && used_by.empty(); }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(start); }
};

// By stream, then size, then address: the first one not below a key is the best fit.
struct BlockOrder {
  bool operator()(const Block* left, const Block* right) const {
    const std::less<const void*> before;
    if (left->stream != right->stream) {
      return before(left->stream, right->stream);
    }
    return left->size != right->size ? left->size < right->size : before(left->start, right->start);
  }
};

using FreeBlocks = std::set<Block*, BlockOrder>;

struct BlockPool {
  BlockPool(bool is_large, PrivatePool* pool_owner) : large(is_large), owner(pool_owner) {}

  StatPool stat() const { return large ? kLargePool : kSmallPool; }

  void add(Block* block) {
    if (spare.empty()) {
      blocks.insert(block);
    } else {
      spare.value() = block;
      blocks.insert(std::move(spare));
    }
  }
  void remove(FreeBlocks::const_iterator position) { spare = blocks.extract(position); }
  void remove(Block* block) { remove(blocks.find(block)); }

  FreeBlocks blocks;
  FreeBlocks::node_type spare;  // of what was removed last: most calls remove one and add one
  const bool large;
  PrivatePool* const owner;  // null for the device's own two
  std::uint64_t searches = 0;
};

// The source of a private pool's segments when not musaMalloc.
struct SegmentSource {
  virtual ~SegmentSource() = default;
  // Null when there is no room. The device is the current one.
  virtual void* take(std::size_t size, int device, musaStream_t stream) = 0;
  virtual void give_back(void* pointer, std::size_t size, int device, musaStream_t stream) = 0;
};

// The options of PyTorch's MemPool.
struct PoolOptions {
  std::shared_ptr<SegmentSource> source;  // empty: musaMalloc
  bool use_on_oom = false;                // others' requests get its free memory before they fail
  bool no_split = false;                  // each block is a whole segment
};

struct PrivatePool {
  PrivatePool(PoolId name, PoolOptions wanted)
      : id(name), options(std::move(wanted)), small(false, this), large(true, this) {}

  const PoolId id;
  const PoolOptions options;
  int users = 1;  // graphs and MemPool objects
  int segments = 0;
  BlockPool small;
  BlockPool large;
};

inline PoolId id_of(const BlockPool& pool) {
  return pool.owner == nullptr ? kNoPool : pool.owner->id;
}

}  // namespace musasim::caching
