// The order of accesses of a block's threads: by barriers of the block, by meetings of the lanes of a warp,
// by fences. Where that is not known for sure, they count as ordered: better no report than a wrong one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "musasim/device/sync.h"

namespace musasim::device::check {

// When a thread did something.
struct Moment {
  std::uint32_t epoch = 0;  // barriers of the block before it; 0: never
  std::uint32_t clock = 0;  // of the thread's own
  std::uint32_t rank = 0;   // the thread
};

class Order {
 public:
  void begin_block(unsigned threads, unsigned warp_size);
  // All threads met, or as many as may be.
  void barrier() noexcept { ++epoch_; }
  // Lanes of the warp whose first thread has that rank.
  void lanes_met(unsigned first, const Lanes& lanes);
  // The thread's writes are there for whoever looks in turn.
  void fence(unsigned rank);
  // The thread looks for what others have done: an atomic function, a volatile access.
  void look(unsigned rank) noexcept { looked_[rank] = epoch_; }

  Moment now(unsigned rank) const noexcept { return {epoch_, own_clock(rank), rank}; }
  std::uint32_t epoch() const noexcept { return epoch_; }
  bool is_of_this_epoch(const Moment& moment) const noexcept { return moment.epoch == epoch_; }
  // Whether the moment is before what the thread does now.
  bool is_before(const Moment& moment, unsigned rank) const noexcept;
  bool same_warp(unsigned a, unsigned b) const noexcept { return a / size_ == b / size_; }

 private:
  struct Fence {
    std::uint32_t epoch = 0;
    std::uint32_t clock = 0;
  };

  // The clocks of its warp, as far as a thread knows them.
  std::uint32_t* clocks(unsigned rank) noexcept { return &clocks_[std::size_t{rank} * size_]; }
  std::uint32_t own_clock(unsigned rank) const noexcept {
    return clocks_[std::size_t{rank} * size_ + rank % size_];
  }

  std::uint32_t epoch_ = 0;  // of all blocks together, so that nothing has to be cleared
  unsigned size_ = 0;        // of a warp
  std::vector<std::uint32_t> clocks_;
  std::vector<Fence> fences_;
  std::vector<std::uint32_t> looked_;  // the epoch
};

}  // namespace musasim::device::check
