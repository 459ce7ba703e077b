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

constexpr unsigned kSpins = 64;
__thread unsigned t_spins;

}  // namespace

void block_barrier() { block().barrier(); }

Votes block_vote(bool yes) { return block().vote(yes); }

void named_barrier(unsigned id, unsigned threads) { block().named_barrier(id, threads); }

void grid_barrier() { block().grid_barrier(); }

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
  block().warps().meet(who, function, record, nullptr);
}

void warp_meet(unsigned mask, WarpFunction function, void* record) {
  Block& running = block();
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
