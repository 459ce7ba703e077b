// The order between blocks of a grid, for accesses to global memory: by barriers of the whole grid, and by fences that
// others look for. Where it is not known for sure, accesses count as ordered.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace musasim::device::check {

// A block gets another number at each barrier of the grid, so what was before has no number that counts.
class GridOrder {
 public:
  // Larger grids are not watched.
  static constexpr std::uint64_t kMostBlocks = 65536;
  static constexpr unsigned kMostWarps = 32;

  explicit GridOrder(std::uint64_t blocks);
  bool is_watched() const noexcept { return blocks_ != nullptr; }

  std::uint32_t number_of(std::uint64_t block) const noexcept {
    return first_.load(std::memory_order_relaxed) + static_cast<std::uint32_t>(block);
  }
  // Of the present numbers; `block` is the one that has it.
  bool has(std::uint32_t number, std::uint64_t* block) const noexcept {
    *block = number - first_.load(std::memory_order_relaxed);
    return *block < count_;
  }
  // All blocks have met: the last one of them says so.
  void grid_met() noexcept;
  // The block begins, or goes on behind a barrier of the grid.
  void begin(std::uint64_t block) noexcept;

  // A thread of that warp has a fence at that tick of its carrier; what the block did before `barrier`, the tick of its
  // last barrier, is there for others too.
  void fence(std::uint64_t block, unsigned warp, std::uint32_t tick,
             std::uint32_t barrier) noexcept;
  // The block looks for what others have done.
  void look(std::uint64_t block) noexcept;
  // Whether what a thread did at that tick is before what a block does that looks.
  bool is_before(std::uint64_t block, unsigned warp, std::uint32_t tick,
                 std::uint64_t looking) const noexcept;

 private:
  struct State {
    std::atomic<std::uint32_t> released{0};  // what was before that tick
    std::atomic<bool> looks{false};
    std::array<std::atomic<std::uint32_t>, kMostWarps> fences{};  // of each warp; 0: none
  };

  const std::uint64_t count_;
  const std::unique_ptr<State[]> blocks_;
  std::atomic<std::uint32_t> first_{0};
};

}  // namespace musasim::device::check
