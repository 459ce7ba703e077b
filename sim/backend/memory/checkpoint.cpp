// Checkpoints of private pools: which blocks were in use, and making it so again. Graph trees run
// several recordings over the same addresses this way.
#include "memory/device_allocator.h"

namespace musasim::caching {

std::unique_ptr<PoolCheckpoint> DeviceAllocator::checkpoint(PoolId id) {
  const Lock lock(mutex_);
  if (find_pool(id) == nullptr) {
    throw UsageError("getCheckpointState: the memory pool does not exist");
  }
  auto state = std::make_unique<PoolCheckpoint>();
  state->pool = id;
  for (const auto& [start, first] : segments_) {
    const PrivatePool* owner = first->pool->owner;
    if (owner == nullptr || owner->id != id) {
      continue;
    }
    SegmentCheckpoint segment{first->pool->large, {}};
    for (const Block* block = first; block != nullptr; block = block->next) {
      segment.pieces.push_back(
          {block->start, block->size, block->requested, block->allocated, block->stream});
    }
    state->segments.push_back(std::move(segment));
  }
  return state;
}

// Frees the blocks of the pool: tensors that still hold one find that it is not allocated any more.
CheckpointDelta DeviceAllocator::free_blocks_of(PoolId id) {
  CheckpointDelta delta;
  std::vector<Block*> blocks;
  allocated_.for_each([&](Block* block) {
    if (id_of(*block->pool) == id) {
      blocks.push_back(block);
    }
  });
  for (Block* block : blocks) {
    allocated_.take(block->start);
    delta.freed.push_back(block->start);
    block->used_by.clear();
    retire(block, Context());
    put_back(block, Context());
  }
  return delta;
}

void DeviceAllocator::allocate_like(const SegmentCheckpoint& wanted, CheckpointDelta& delta) {
  const auto found = segments_.find(static_cast<const char*>(wanted.pieces.front().start));
  if (found == segments_.end() || !found->second->is_whole_segment()) {
    throw UsageError(
        "setCheckpointPoolState: a segment of the memory pool is in use or was given back");
  }
  Block* block = found->second;
  block->pool->remove(block);
  for (const SegmentCheckpoint::Piece& piece : wanted.pieces) {
    if (block->size > piece.size) {
      split(block, piece.size);  // the rest becomes a free block ...
      block->pool->remove(block->next);
      count_inactive(*block->next, false);  // ... which the next piece is cut from
    }
    Block* rest = block->next;
    if (piece.allocated) {
      hand_out_as_is(block, piece.requested, Context());
      delta.allocated.push_back(block->start);
    } else {
      count_inactive(*block, true);
      block->pool->add(block);
    }
    block = rest;
  }
}

CheckpointDelta DeviceAllocator::restore(const PoolCheckpoint& state) {
  const Lock lock(mutex_);
  if (find_pool(state.pool) == nullptr) {
    throw UsageError("setCheckpointPoolState: the memory pool does not exist");
  }
  CheckpointDelta delta = free_blocks_of(state.pool);
  for (const SegmentCheckpoint& segment : state.segments) {
    allocate_like(segment, delta);
  }
  return delta;
}

}  // namespace musasim::caching
