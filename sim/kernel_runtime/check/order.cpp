// Vector clocks within a warp, epochs between warps.
#include "kernel_runtime/check/order.h"

#include <algorithm>

namespace musasim::device::check {

void Order::begin_block(unsigned threads, unsigned warp_size) {
  ++epoch_;
  if (threads > looked_.size() || warp_size != size_) {
    size_ = warp_size;
    const std::size_t whole_warps = (threads + size_ - 1) / size_ * std::size_t{size_};
    clocks_.assign(whole_warps * size_, 0);
    fences_.assign(whole_warps, {});
    looked_.assign(whole_warps, 0);
    for (unsigned rank = 0; rank < whole_warps; ++rank) {
      clocks(rank)[rank % size_] = 1;
    }
  }
}

void Order::lanes_met(unsigned first, const Lanes& lanes) {
  std::vector<std::uint32_t> joined(size_, 0);
  for (unsigned lane = 0; lane < size_; ++lane) {
    if (lanes.has(lane)) {
      const std::uint32_t* const known = clocks(first + lane);
      std::transform(joined.begin(), joined.end(), known, joined.begin(),
                     [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    }
  }
  for (unsigned lane = 0; lane < size_; ++lane) {
    if (lanes.has(lane)) {
      std::uint32_t* const known = clocks(first + lane);
      std::copy(joined.begin(), joined.end(), known);
      ++known[lane];
    }
  }
}

void Order::fence(unsigned rank) {
  fences_[rank] = {epoch_, own_clock(rank)};
  ++clocks(rank)[rank % size_];
}

bool Order::is_before(const Moment& moment, unsigned rank) const noexcept {
  if (moment.epoch != epoch_ || moment.rank == rank) {
    return true;
  }
  const Fence& fence = fences_[moment.rank];
  if (fence.epoch == epoch_ && moment.clock <= fence.clock && looked_[rank] == epoch_) {
    return true;
  }
  return same_warp(moment.rank, rank) &&
         clocks_[std::size_t{rank} * size_ + moment.rank % size_] >= moment.clock;
}

}  // namespace musasim::device::check
