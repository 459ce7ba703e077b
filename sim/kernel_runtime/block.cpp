// The threads of a block: starting, waiting, going on.
#include "kernel_runtime/block.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "kernel_runtime/carrier.h"
#include "kernel_runtime/check/source_line.h"
#include "kernel_runtime/check/watch.h"
#include "kernel_runtime/time_limit.h"

namespace musasim::device {

Block::Block() : named_(kNamedBarriers), warps_(*this) { add_fiber(0, kFirstStack); }

// --- fibers ---

void Block::add_fiber(std::size_t number, std::size_t bytes) {
  fibers_.resize(std::max(fibers_.size(), number + 1));
  fibers_[number] = std::make_unique<Fiber>(bytes, number);
  begin_fiber(*fibers_[number]);
}

void Block::begin_fiber(Fiber& fiber) {
  fiber.context = new_context(fiber.top(), fiber_main, this);
  fiber.in_library = true;
  sanitizer::forget_stack(fiber.known_stack);
  fiber.known_stack = sanitizer::new_stack();
}

Fiber* Block::idle_fiber() {
  if (Fiber* const fiber = idle_.pop()) {
    return fiber;
  }
  const std::size_t number = used_fibers_++;
  if (number != 0) {
    // Threads of a kernel have the same variables: the next one needs as much as the one that waits has. One that was
    // interrupted may not have all of them yet.
    const std::size_t least = current_->interrupted ? kMostVariables : 0;
    const std::size_t bytes = kStack + std::max(least, current_->depth() / kStackStep * kStackStep);
    if (number == fibers_.size() || fibers_[number]->bytes() < bytes) {
      add_fiber(number, bytes);
    }
  }
  return fibers_[number].get();
}

void Block::go_to(Fiber* fiber) {
  Fiber* const from = current_;
  if (fiber != from) {
    current_ = fiber;
    threadIdx = fiber->index;
    sanitizer::go_to(fiber->known_stack);
    musasim_switch_context(&from->context, fiber->context);
  }
}

void Block::go_home() {
  sanitizer::go_to(home_stack_);
  musasim_switch_context(&current_->context, home_);
}

void Block::suspend() { go_to(take_next()); }

Fiber* Block::take_next() {
  if (Fiber* const fiber = ready_.pop()) {
    return fiber;
  }
  return started_ < threads_ ? idle_fiber() : after_stall();
}

// Nobody can simply go on: those who wait for whoever comes have waited long enough, then those who wait
// for memory look again, and in the end lanes that do not come are left out.
Fiber* Block::after_stall() {
  if (!warps_.end_incomplete(Warps::Which::kActive)) {
    if (!yielded_.empty() && (!warps_.waiting() || may_wait())) {
      if (job_->stopped()) {
        give_up();
      }
      rounds_ = wait_for_memory();
      ready_.append(yielded_);
    } else if (!warps_.end_incomplete(Warps::Which::kAll)) {
      report_deadlock();
    }
  }
  return ready_.pop();
}

// Lets other threads of the machine run, and tells how many rounds that took: when all threads of the block have
// done nothing but look at memory for a while, they rest for a part of that time. Where blocks crowd on the
// processors, each rests at once: those that do not wait get their turn.
unsigned Block::wait_for_memory() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point now = Clock::now();
  if (looks_since_ == Clock::time_point{}) {
    looks_since_ = now;
  }
  const Clock::duration waited = now - looks_since_;
  if (waited >= kLook) {
    stall();
  }
  const Clock::duration shortest = kRestInCrowd * ((job_->running() - 1) / job_->processors());
  if (waited < kLook && shortest == Clock::duration{}) {
    sched_yield();
    return 1;
  }
  constexpr int kPart = 8;
  rest(std::min<Clock::duration>(std::max(waited / kPart, shortest), kLongestRest));
  return waited < kLook ? 1 : kRoundsOfRest;
}

void Block::rest(std::chrono::nanoseconds length) {
  rests_.store(true, std::memory_order_relaxed);
  std::this_thread::sleep_for(length);
  rests_.store(false, std::memory_order_relaxed);
}

void Block::stall() {
  if (!stalled_) {
    stalled_ = true;
    job_->block_stalls();
  }
}

// Whether those who wait for memory may still see what they wait for: another block goes on, or none has
// said so for a while.
bool Block::may_wait() {
  fruitless_ += rounds_;
  if (fruitless_ < kPatience) {
    return true;
  }
  stall();
  if (job_->all_stalled()) {
    calm_ += rounds_;
    return calm_ < kPatience;
  }
  if (calm_ != 0 && ++changes_ > kChanges) {
    return false;
  }
  calm_ = 0;
  return true;
}

void Block::go_on() {
  looks_since_ = {};
  if (stalled_) {
    stalled_ = false;
    job_->block_goes_on();
  }
}

// --- threads ---

void Block::fiber_main(void* block) { static_cast<Block*>(block)->work(); }

// A fiber: does what there is to do, waits to be needed again.
void Block::work() {
  for (;;) {
    bool failed = true;
    try {
      run_threads();
      failed = false;
    } catch (...) {
    }
    current_->in_library = true;
    if (failed) {
      fail(musaErrorLaunchFailure);
    }
    Fiber* const self = current_;
    idle_.push(self);
    if (live_ == 0) {
      go_home();
    } else {
      suspend();
    }
  }
}

void Block::run_threads() {
  if (job_->grid().is_loop()) {
    current_->in_library = false;
    if (job_->grid().turn != nullptr) {
      run_turns();
    } else {
      run_loop_blocks();
    }
    current_->in_library = true;
    live_ = 0;
    return;
  }
  while (started_ < threads_ && ready_.empty()) {
    start_thread();
    current_->in_library = false;
    job_->grid().thread(job_->grid().body);
    current_->in_library = true;
    end_thread();
  }
}

// Neighbours in x together, if they may.
void Block::run_loop_blocks() {
  const GridBody& grid = job_->grid();
  const unsigned rows = blockDim.y * blockDim.z;
  for (std::uint64_t number = loop_begin_; number < loop_end_ && !job_->stopped();) {
    const uint3 index = index_of_block(number);
    const std::uint64_t most = grid.apart ? gridDim.x - index.x : 1;
    const auto blocks = static_cast<unsigned>(std::min(most, loop_end_ - number));
    grid.rows(grid.body, {index, blocks, 0, rows});
    number += blocks;
  }
}

// Some blocks, turn by turn.
void Block::run_turns() {
  const unsigned rows = blockDim.y * blockDim.z;
  const std::uint64_t most = job_->grid().apart ? kMostBlocks : 1;
  for (std::uint64_t number = loop_begin_; number < loop_end_;) {
    rows_.clear();
    for (const std::uint64_t end = std::min(number + most, loop_end_); number < end; ++number) {
      rows_.push_back({{index_of_block(number), 1, 0, rows}});
    }
    for (unsigned turn = 0; !rows_.empty(); ++turn) {
      take_turn(turn);
    }
  }
}

// Threads that have no other turn go on; when the job has failed, all of them do.
void Block::take_turn(unsigned turn) {
  const GridBody& grid = job_->grid();
  const auto ends = [&](RowsOfTurns& rows) {
    return job_->stopped() || !grid.turn(grid.body, &rows, turn);
  };
  rows_.erase(std::remove_if(rows_.begin(), rows_.end(), ends), rows_.end());
}

void Block::start_thread() {
  current_->interrupted = false;
  current_->place = current_->last_access = nullptr;
  current_->rank = started_++;
  current_->index = next_index_;
  threadIdx = next_index_;
  if (++next_index_.x == blockDim.x) {
    next_index_.x = 0;
    if (++next_index_.y == blockDim.y) {
      next_index_.y = 0;
      ++next_index_.z;
    }
  }
}

void Block::end_thread() {
  go_on();
  --live_;
  if (check::Watch* const watch = check::watching()) {
    watch->barriers().thread_ended(*current_);
  }
  warps_.thread_ended(current_->rank);
  if (live_ != 0 && (barrier_.count == live_ || grid_.count == live_)) {
    release_if_complete();
  }
}

// --- the block ---

bool Block::run_on_fibers(Job& job) {
  job_ = &job;
  threads_ = blockDim.x * blockDim.y * blockDim.z;
  live_ = threads_;
  started_ = 0;
  next_index_ = {};
  looks_since_ = {};
  rounds_ = 1;
  fruitless_ = 0;
  late_ = 0;
  calm_ = 0;
  changes_ = 0;
  left_ = false;
  job.block_begins();
  idle_.clear();
  used_fibers_ = 0;
  current_ = idle_fiber();
  home_stack_ = sanitizer::current_stack();
  sanitizer::go_to(current_->known_stack);
  musasim_switch_context(&home_, current_->context);
  current_ = nullptr;
  go_on();
  job.block_ends();
  if (left_) {
    forget_threads();
  }
  return !left_;
}

bool Block::run(Job& job) {
  warps_.begin_block(blockDim.x * blockDim.y * blockDim.z, job.launch().warp_size);
  check::Watch* const watch = check::watching();
  if (watch == nullptr) {
    return run_on_fibers(job);
  }
  watch->begin_block(blockDim.x * blockDim.y * blockDim.z, job.launch().warp_size);
  const bool done = run_on_fibers(job);
  watch->settle();
  return done;
}

bool Block::run_loop(Job& job, std::uint64_t begin, std::uint64_t end) {
  loop_begin_ = begin;
  loop_end_ = end;
  return run_on_fibers(job);
}

// The content of their stacks is lost, as it is when a kernel dies.
void Block::forget_threads() {
  for (const std::unique_ptr<Fiber>& fiber : fibers_) {
    begin_fiber(*fiber);
  }
  ready_.clear();
  yielded_.clear();
  for (Gathering* gathering : {&barrier_, &grid_}) {
    gathering->fibers.clear();
    gathering->count = 0;
  }
  for (Gathering& gathering : named_) {
    gathering.fibers.clear();
    gathering.count = 0;
  }
  yes_ = 0;
  warps_.clear();
}

bool Block::is_on_a_stack(const void* address) const noexcept {
  return std::any_of(fibers_.begin(), fibers_.end(),
                     [address](const auto& fiber) { return fiber->stack().holds(address); });
}

void Block::give_up() {
  left_ = true;
  go_home();
  __builtin_unreachable();
}

void Block::fail(musaError_t error) {
  job_->fail(error);
  give_up();
}

// --- what the running thread asks for ---

// Only in the kernel's own code: in a library or in here, something may be half done.
void Block::interrupt(std::uintptr_t place, std::uint64_t state) {
  const bool in_kernel = current_ != nullptr && !current_->in_library;
  if (in_kernel && job_->code().has(place)) {
    if (job_->is_late()) {
      return end_late(place);
    }
    if (job_->grid().is_loop()) {
      return;
    }
    if (!current_->was_seen(state)) {
      go_on();
    }
    current_->interrupted = true;
    yield();
    current_->interrupted = false;
  }
}

void Block::end_late(std::uintptr_t place) {
  const InLibrary here(*this);
  if (!job_->stopped()) {
    const auto* const next = reinterpret_cast<const char*>(place) + 1;
    if (check::known_source_line(next).empty() && ++late_ < kLateLooks) {
      return;
    }
    if (job_->fail(musaErrorLaunchTimeout)) {
      report_late(*job_, place);
    }
  }
  give_up();
}

void Block::yield() {
  const InLibrary here(*this);
  if (job_->stopped()) {
    give_up();
  }
  yielded_.push(current_);
  suspend();
}

void Block::catch_up() {
  if (check::Watch* const watch = check::watching()) {
    watch->fence(current_->rank);
  }
  keep_pace();
}

// Yields only while another thread can go on: otherwise it would count as waiting.
void Block::keep_pace() {
  if (!ready_.empty() || started_ < threads_) {
    yield();
  }
}

}  // namespace musasim::device
