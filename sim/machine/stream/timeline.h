// A timeline: numbers handed out in order of submission, reached in that order. A dependency is a
// timeline and a number on it; it is met when the timeline has reached the number.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "machine/export.h"

namespace musasim {

class MUSASIM_API Timeline {
 public:
  std::uint64_t reached() const noexcept { return reached_.load(std::memory_order_acquire); }
  bool has_reached(std::uint64_t number) const noexcept { return reached() >= number; }

  // Blocks until `number` is reached.
  void wait(std::uint64_t number);
  // At most that long; whether it is reached.
  bool wait_for(std::uint64_t number, std::chrono::microseconds limit);

  // Only ever with the next number.
  void reach(std::uint64_t number) noexcept;

  // The number, which nobody has seen yet, is one that a thread works on in the stream's turn
  // (InlineWork); `holder` is its name in machine/stream/waits.h.
  void give_turn(std::uint64_t number, const void* holder) noexcept {
    holder_.store(holder, std::memory_order_relaxed);
    turn_.store(number, std::memory_order_release);
  }
  bool is_turn(std::uint64_t number) const noexcept {
    return turn_.load(std::memory_order_acquire) == number;
  }
  const void* holder() const noexcept { return holder_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> reached_{0};
  std::atomic<int> waiters_{0};
  std::atomic<std::uint64_t> turn_{~std::uint64_t{0}};  // the latest one; none yet
  std::atomic<const void*> holder_{nullptr};
  std::mutex mutex_;
  std::condition_variable changed_;
};

struct Dependency {
  std::shared_ptr<Timeline> timeline;
  std::uint64_t number = 0;

  bool met() const noexcept { return !timeline || timeline->has_reached(number); }
  void wait() const {
    if (timeline) {
      timeline->wait(number);
    }
  }
};

}  // namespace musasim
