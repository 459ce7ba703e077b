// Caching of one device's memory: blocks cut from segments, kept for reuse, split and merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "runtime/address_space.h"
#include "runtime/memory_stats.h"

namespace musasim {

constexpr std::size_t kBlockAlignment = 512;
constexpr std::size_t kSmallSize = std::size_t{1} << 20;       // largest request of the small pool
constexpr std::size_t kSmallSegment = std::size_t{2} << 20;    // its segments
constexpr std::size_t kLargeSegment = std::size_t{20} << 20;   // segments of requests below ...
constexpr std::size_t kMinLargeAlloc = std::size_t{10} << 20;  // ... this; others are rounded up

struct BlockInfo {
  std::uintptr_t address;
  std::size_t size;
  std::size_t requested;
  bool allocated;
};

struct SegmentInfo {
  std::uintptr_t address;
  std::size_t size;
  bool is_large;
  std::vector<BlockInfo> blocks;
};

// Not thread-safe: the owner locks.
class BlockPool {
 public:
  BlockPool(AddressRange range, std::size_t limit);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  // At least `size` bytes, or nullptr when the limit does not allow them, even with an empty cache.
  void* allocate(std::size_t size);
  // Memory from allocate(). False when the pointer is not the start of an allocated block.
  bool free(void* pointer);
  // Returns every wholly unused segment to the system; says how many bytes.
  std::size_t release_cached();

  std::size_t reserved() const { return reserved_; }
  std::size_t limit() const { return limit_; }
  void set_limit(std::size_t limit) { limit_ = limit; }
  MemoryStats& stats() { return stats_; }
  std::vector<SegmentInfo> snapshot() const;

  static std::size_t round_size(std::size_t size);
  static std::size_t segment_size(std::size_t rounded);

 private:
  struct Block;
  struct SmallerBlock {
    bool operator()(const Block* left, const Block* right) const;
  };
  using FreeBlocks = std::set<Block*, SmallerBlock>;

  FreeBlocks& free_blocks(bool large) { return large ? free_large_ : free_small_; }
  Block* find_free(std::size_t rounded, bool large);
  char* take_segment(std::size_t size);
  Block* new_segment(std::size_t rounded, bool large);
  void split(Block* block, std::size_t rounded);
  Block* merge_with_neighbours(Block* block);
  void absorb(Block* block, Block* next);
  void count_inactive(const Block* block, bool appears);

  AddressRange range_;
  std::size_t limit_;
  std::size_t reserved_ = 0;
  MemoryStats stats_;
  FreeBlocks free_small_;
  FreeBlocks free_large_;
  std::unordered_map<const void*, Block*> allocated_;
  std::set<Block*> segments_;  // first block of each segment
};

}  // namespace musasim
