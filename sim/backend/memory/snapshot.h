// Snapshots of an allocator: its segments and their blocks, and checkpoints of its pools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/history.h"
#include "memory/pool_id.h"
#include "musa_runtime_api.h"

namespace musasim::caching {

struct BlockInfo {
  std::uintptr_t address;
  std::size_t size;
  std::size_t requested;
  bool allocated;
  bool active;  // allocated, or freed and waiting for streams
  Context context;
};

struct SegmentInfo {
  int device;
  std::uintptr_t address;
  std::size_t size;
  std::size_t allocated;
  std::size_t active;
  std::size_t requested;
  musaStream_t stream;
  bool is_large;
  bool is_expandable;
  PoolId pool;
  std::vector<BlockInfo> blocks;
};

// A private pool as it was: its segments and how they were cut.
struct SegmentCheckpoint {
  struct Piece {
    void* start;
    std::size_t size;
    std::size_t requested;
    bool allocated;
    musaStream_t stream;
  };
  bool is_large;
  std::vector<Piece> pieces;
};

struct PoolCheckpoint {
  PoolId pool;
  std::vector<SegmentCheckpoint> segments;
};

// The changes that restoring one made.
struct CheckpointDelta {
  std::vector<void*> freed;      // were in use, and are not allocated any more
  std::vector<void*> allocated;  // are in use again; whoever gets them has to free them
};

}  // namespace musasim::caching
