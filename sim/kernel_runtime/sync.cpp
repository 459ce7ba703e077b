// The functions that kernels call to wait for each other.
#include "musasim/device/sync.h"

#include <sched.h>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"

namespace musasim::device {

namespace {

Block& block() {
  Block* const running = running_block();
  return running != nullptr ? *running : no_block();
}

// The same, for an operation that the kernel calls at that place.
Block& block_at(const void* place) {
  Block& running = block();
  running.current().place = place;
  return running;
}
#define MUSASIM_CALLING_BLOCK() block_at(__builtin_return_address(0))

constexpr unsigned kSpins = 64;
__thread unsigned t_spins;

}  // namespace

void block_barrier() { MUSASIM_CALLING_BLOCK().barrier(); }

Votes block_vote(bool yes) { return MUSASIM_CALLING_BLOCK().vote(yes); }

void named_barrier(unsigned id, unsigned threads) {
  MUSASIM_CALLING_BLOCK().named_barrier(id, threads);
}

void grid_barrier() { MUSASIM_CALLING_BLOCK().grid_barrier(); }

void yield() {
  if (Block* const running = running_block()) {
    running->yield();
  } else {
    sched_yield();
  }
}

void catch_up() {
  if (Block* const running = running_block()) {
    running->catch_up();
  }
}

void keep_pace() {
  if (Block* const running = running_block()) {
    running->keep_pace();
  }
}

void spin() {
  if (++t_spins % kSpins == 0) {
    yield();
  }
}

Lanes lanes_of(unsigned mask) { return block().warps().lanes_of(mask, block().current().rank); }

void warp_meet(const Lanes& who, WarpFunction function, void* record) {
  MUSASIM_CALLING_BLOCK().warps().meet(who, function, record, nullptr);
}

void warp_meet(unsigned mask, WarpFunction function, void* record) {
  Block& running = MUSASIM_CALLING_BLOCK();
  Warps& warps = running.warps();
  if (mask == ~0U) {
    warps.meet(warps.all_lanes(), function, record, nullptr);
  } else {
    warps.meet(warps.lanes_of(mask, running.current().rank), function, record, nullptr);
  }
}

Lanes warp_meet_active(WarpFunction function, void* record) {
  Warps& warps = block().warps();
  warps.meet(warps.all_lanes(), function, record, __builtin_return_address(0));
  return block().current().met;
}

}  // namespace musasim::device
