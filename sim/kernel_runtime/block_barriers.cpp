// The barriers of a block and of the grid.
#include <cstdio>

#include "kernel_runtime/block.h"
#include "kernel_runtime/check/watch.h"

namespace musasim::device {

void Block::report_deadlock() {
  std::fprintf(
      stderr,
      "musasim: kernel %s: the threads of block (%u,%u,%u) wait for each other forever: of the %u "
      "threads that have not ended, %u are at __syncthreads() and %u at a barrier of the grid\n",
      job_->name().c_str(), blockIdx.x, blockIdx.y, blockIdx.z, live_, barrier_.count, grid_.count);
  if (check::Watch* const watch = check::watching()) {
    watch->barriers().wait_forever(barrier_.fibers);
    watch->barriers().wait_forever(grid_.fibers);
    for (const Gathering& gathering : named_) {
      watch->barriers().wait_forever(gathering.fibers);
    }
  }
  fail(musaErrorLaunchFailure);
}

void Block::release(Gathering& gathering) {
  if (check::Watch* const watch = check::watching()) {
    watch->barrier();
  }
  gathering.count = 0;
  ready_.append(gathering.fibers);
}

// Whether all threads that are left have come to the barrier of the block or of the grid; if so, they go
// on.
bool Block::release_if_complete() {
  if (barrier_.count == live_) {
    if (check::Watch* const watch = check::watching()) {
      watch->barriers().block_met(barrier_.fibers);
    }
    votes_ = {yes_, live_};
    yes_ = 0;
    release(barrier_);
    return true;
  }
  if (grid_.count == live_) {
    job_->block_stalls();
    const bool met = job_->meet_blocks();
    job_->block_goes_on();
    if (!met) {
      give_up();
    }
    if (check::Watch* const watch = check::watching()) {
      watch->grid_met();
    }
    release(grid_);
    return true;
  }
  return false;
}

void Block::wait_in(Gathering& gathering) {
  go_on();
  gathering.fibers.push(current_);
  suspend();
}

// The last thread waits for its turn like the others. So threads go on in the order in which they came, which
// is that of their numbers: thread 0 reads what all have written before another one writes again, as it does
// where the lanes of a warp go in step.
void Block::barrier() {
  const InLibrary here(*this);
  go_on();
  barrier_.fibers.push(current_);
  if (++barrier_.count == live_) {
    release_if_complete();
  }
  suspend();
}

Votes Block::vote(bool yes) {
  yes_ += yes ? 1 : 0;
  barrier();
  return votes_;
}

void Block::named_barrier(unsigned id, unsigned threads) {
  const InLibrary here(*this);
  Gathering& gathering = named_[id % kNamedBarriers];
  if (++gathering.count < threads) {
    wait_in(gathering);
  } else {
    release(gathering);
  }
}

void Block::grid_barrier() {
  const InLibrary here(*this);
  if (job_->launch().cooperative == 0) {
    std::fprintf(stderr,
                 "musasim: kernel %s waits for its whole grid, but was not launched with "
                 "musaLaunchCooperativeKernel\n",
                 job_->name().c_str());
    fail(musaErrorLaunchFailure);
  }
  go_on();  // else the wait for the other blocks would count this one twice as stalled
  ++grid_.count;
  if (grid_.count != live_ || !release_if_complete()) {
    wait_in(grid_);
  }
}

}  // namespace musasim::device
