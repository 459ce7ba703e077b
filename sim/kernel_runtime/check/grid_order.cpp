// Keeps the order between blocks. No two blocks of a process have the same number.
#include "kernel_runtime/check/grid_order.h"

#include <algorithm>

namespace musasim::device::check {

namespace {

std::uint32_t next_numbers(std::uint64_t count) {
  static std::atomic<std::uint32_t> next{1};
  return next.fetch_add(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
}

}  // namespace

GridOrder::GridOrder(std::uint64_t blocks)
    : count_(blocks), blocks_(blocks <= kMostBlocks ? new State[blocks] : nullptr) {
  grid_met();
}

void GridOrder::grid_met() noexcept {
  if (is_watched()) {
    first_.store(next_numbers(count_), std::memory_order_relaxed);
  }
}

void GridOrder::begin(std::uint64_t block) noexcept {
  State& state = blocks_[block];
  state.released.store(0, std::memory_order_relaxed);
  state.looks.store(false, std::memory_order_relaxed);
  for (auto& fence : state.fences) {
    fence.store(0, std::memory_order_relaxed);
  }
}

void GridOrder::fence(std::uint64_t block, unsigned warp, std::uint32_t tick,
                      std::uint32_t barrier) noexcept {
  State& state = blocks_[block];
  state.released.store(std::max(state.released.load(std::memory_order_relaxed), barrier),
                       std::memory_order_relaxed);
  state.fences[warp % kMostWarps].store(tick, std::memory_order_relaxed);
}

void GridOrder::look(std::uint64_t block) noexcept {
  blocks_[block].looks.store(true, std::memory_order_relaxed);
}

bool GridOrder::is_before(std::uint64_t block, unsigned warp, std::uint32_t tick,
                          std::uint64_t looking) const noexcept {
  const State& state = blocks_[block];
  const bool released = tick < state.released.load(std::memory_order_relaxed) ||
                        tick <= state.fences[warp % kMostWarps].load(std::memory_order_relaxed);
  return released && blocks_[looking].looks.load(std::memory_order_relaxed);
}

}  // namespace musasim::device::check
