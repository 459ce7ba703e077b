// The threads of a block, on fibers of one carrier: who runs, who may go on, who waits where.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernel_runtime/fiber.h"
#include "kernel_runtime/job.h"
#include "kernel_runtime/warps.h"

namespace musasim::device {

// Threads start one after the other on one fiber; a thread that has to wait keeps that fiber, and the next
// thread starts on another. So a kernel that meets no barrier switches no stacks.
class Block {
 public:
  Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // --- for the carrier; false: the job has failed ---
  bool run(Job& job);  // the block whose indices are set
  bool run_loop(Job& job, std::uint64_t begin, std::uint64_t end);

  // --- for the thread that runs ---
  void barrier();
  Votes vote(bool yes);
  void named_barrier(unsigned id, unsigned threads);
  void grid_barrier();
  void yield();
  void catch_up();
  void keep_pace();
  // By a signal, at that place of the program, in that state: it yields if it is in the kernel's own code, or ends
  // the kernel that is late.
  void interrupt(std::uintptr_t place, std::uint64_t state);
  // Nobody can go on, and the carrier sleeps: it needs no signal. For other threads.
  bool rests() const noexcept { return rests_.load(std::memory_order_relaxed); }
  // Whether the address is where its stack has ended.
  bool is_beyond_stack(const void* address) const noexcept {
    return current_ != nullptr && current_->stack().is_beyond(address);
  }
  std::size_t stack_bytes() const noexcept { return current_->bytes(); }
  // Whether the address is on the stack of any of its threads.
  bool is_on_a_stack(const void* address) const noexcept;
  // Ends the kernel with an error.
  [[noreturn]] void fail(musaError_t error);
  Warps& warps() noexcept { return warps_; }
  Fiber& current() noexcept { return *current_; }
  // A thread did something else than to wait for memory.
  void go_on();

  // --- for the operations of warps ---
  // While one stands, signals do not interrupt the thread. The place that they find is not enough: a function of C++'s
  // library that this one calls lies among the kernel's code in a program that is linked with -static-libstdc++.
  class InLibrary {
   public:
    explicit InLibrary(Block& block) noexcept
        : fiber_(*block.current_), before_(fiber_.in_library) {
      fiber_.in_library = true;
    }
    ~InLibrary() { fiber_.in_library = before_; }
    InLibrary(const InLibrary&) = delete;
    InLibrary& operator=(const InLibrary&) = delete;

   private:
    Fiber& fiber_;
    const bool before_;
  };
  // Until somebody says ready().
  void suspend();
  void ready(Fiber* fiber) noexcept { ready_.push(fiber); }

 private:
  struct Gathering {
    FiberList fibers;
    unsigned count = 0;
  };
  // The block's first stack runs plain loops, and all threads of kernels without barriers.
  static constexpr std::size_t kFirstStack = std::size_t{8} << 20;
  // The bytes that a thread on a further one has beside the variables that the thread before had when it began to wait.
  static constexpr std::size_t kStack = std::size_t{256} << 10;
  static constexpr std::size_t kStackStep = std::size_t{64} << 10;
  // A GPU gives a thread half of it.
  static constexpr std::size_t kMostVariables = std::size_t{1} << 20;
  static constexpr unsigned kNamedBarriers = 16;
  static constexpr std::uint64_t kMostBlocks = 4096;  // that take turns together
  // After so many rounds in which threads only yielded, lanes are no longer waited for.
  static constexpr unsigned kPatience = 10000;
  // The number of times that other blocks may say that they go on after all.
  static constexpr unsigned kChanges = 1000;
  // The number of times that a late kernel is asked again when its place has no line, as in a library that it calls.
  static constexpr unsigned kLateLooks = 20;
  // A round with a rest counts as so many.
  static constexpr unsigned kRoundsOfRest = 100;
  // Threads that have only looked at memory for that long have to wait.
  static constexpr std::chrono::milliseconds kLook{2};
  static constexpr std::chrono::milliseconds kLongestRest{20};
  // The time that each block of a processor rests, but for the first.
  static constexpr std::chrono::microseconds kRestInCrowd{20};

  static void fiber_main(void* block);
  void work();
  void run_threads();
  void run_loop_blocks();
  void run_turns();
  void take_turn(unsigned turn);
  void start_thread();
  void end_thread();
  bool run_on_fibers(Job& job);
  void forget_threads();

  void add_fiber(std::size_t number, std::size_t bytes);
  void begin_fiber(Fiber& fiber);
  Fiber* idle_fiber();
  void go_to(Fiber* fiber);
  void go_home();
  Fiber* take_next();
  Fiber* after_stall();
  bool may_wait();
  unsigned wait_for_memory();
  void stall();
  void rest(std::chrono::nanoseconds length);
  void wait_in(Gathering& gathering);
  void release(Gathering& gathering);
  bool release_if_complete();
  [[noreturn]] void give_up();
  [[noreturn]] void report_deadlock();
  void end_late(std::uintptr_t place);

  Job* job_ = nullptr;
  StackPointer home_ = nullptr;  // the carrier's own stack
  void* home_stack_ = nullptr;   // as a sanitizer knows it
  Fiber* current_ = nullptr;
  bool left_ = false;  // a thread has ended the block
  std::uint64_t loop_begin_ = 0;
  std::uint64_t loop_end_ = 0;
  std::vector<RowsOfTurns> rows_;  // of each block that takes turns

  unsigned threads_ = 0;  // of the block
  unsigned live_ = 0;     // that have not ended, started or not
  unsigned started_ = 0;
  uint3 next_index_{};  // of the thread to start next

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::size_t used_fibers_ = 0;  // in this block: the first ones
  FiberList idle_;               // of those
  FiberList ready_;
  FiberList yielded_;
  std::chrono::steady_clock::time_point looks_since_{};  // all threads; none: one computes
  std::atomic<bool> rests_{false};
  unsigned late_ = 0;    // interrupts of a kernel that is late, at places without a line
  unsigned rounds_ = 1;  // that the last one counts as
  unsigned fruitless_ = 0;
  bool stalled_ = false;  // as the job knows it
  unsigned calm_ = 0;     // rounds in which all blocks were
  unsigned changes_ = 0;  // ends of such rounds
  Gathering barrier_;
  unsigned yes_ = 0;
  Votes votes_{};  // of the last barrier that was met
  Gathering grid_;
  std::vector<Gathering> named_;
  Warps warps_;
};

}  // namespace musasim::device
