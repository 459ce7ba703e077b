// A grid that is being run: which blocks are left, whether it goes on, and where its blocks meet.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/grid_order.h"
#include "kernel_runtime/interrupt.h"
#include "machine/memory/pieces.h"
#include "musasim/device/kernel.h"

namespace musasim::device {

class Job {
 public:
  // `processors`: how many of the machine this process may use.
  Job(const musasimLaunch& launch, const GridBody& grid, std::uint64_t chunk, unsigned processors);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const musasimLaunch& launch() const noexcept { return launch_; }
  const GridBody& grid() const noexcept { return grid_; }
  std::string name() const;
  // The findings of a kernel that was compiled with checks; else nullptr.
  check::Findings* findings() const noexcept { return findings_.get(); }
  check::GridOrder* grid_order() const noexcept { return grid_order_.get(); }
  pieces::Moment moment() const noexcept { return moment_; }
  std::uint64_t blocks() const noexcept { return blocks_; }
  unsigned processors() const noexcept { return processors_; }

  // The number of blocks that were begun; blocks() when all were.
  std::uint64_t begun() const noexcept;
  // The next blocks to run, in order. False: there are none.
  bool take(std::uint64_t* begin, std::uint64_t* end) noexcept;
  // The launch ends with that error as soon as it can; the first error counts. Returns whether
  // this is the first.
  bool fail(musaError_t error) noexcept;
  bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }
  // It has run for longer than it may (time_limit.h): whoever is in the kernel's code ends it.
  void set_late() noexcept { late_.store(true, std::memory_order_relaxed); }
  bool is_late() const noexcept { return late_.load(std::memory_order_relaxed); }

  // The code in which it may be interrupted: none until that is set.
  const Code& code() const noexcept {
    static const Code none;
    return has_code_.load(std::memory_order_acquire) ? code_ : none;
  }
  bool has_code() const noexcept { return has_code_.load(std::memory_order_relaxed); }
  // Once: threads read it from then on.
  void set_code(const Code& code) noexcept {
    code_ = code;
    has_code_.store(true, std::memory_order_release);
  }

  // Some blocks that run only look again and again at memory that another one is to write. When all
  // of them do, nobody will.
  void block_begins() noexcept { running_.fetch_add(1, std::memory_order_relaxed); }
  void block_ends() noexcept { running_.fetch_sub(1, std::memory_order_relaxed); }
  unsigned running() const noexcept { return running_.load(std::memory_order_relaxed); }
  void block_stalls() noexcept { stalled_.fetch_add(1, std::memory_order_relaxed); }
  void block_goes_on() noexcept { stalled_.fetch_sub(1, std::memory_order_relaxed); }
  bool all_stalled() const noexcept {
    return stalled_.load(std::memory_order_relaxed) >= running_.load(std::memory_order_relaxed);
  }

  // A block waits for all others that have not ended. False: it must end too.
  bool meet_blocks();
  void block_ended();

 private:
  bool release_if_complete();  // holds the lock

  const musasimLaunch& launch_;
  const GridBody& grid_;
  const std::uint64_t blocks_;
  const std::uint64_t chunk_;
  const unsigned processors_;
  const std::unique_ptr<check::Findings> findings_;
  const std::unique_ptr<check::GridOrder> grid_order_;
  const pieces::Moment moment_ = pieces::of_launch();
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> late_{false};
  std::atomic<unsigned> running_{0};
  std::atomic<unsigned> stalled_{0};
  Code code_;
  std::atomic<bool> has_code_{false};

  std::mutex mutex_;  // for what is below
  std::condition_variable released_;
  std::uint64_t waiting_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace musasim::device
