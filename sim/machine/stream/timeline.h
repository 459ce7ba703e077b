// A timeline: numbers handed out in order of submission, reached in that order. A dependency is a
// timeline and a number on it; it is met when the timeline has reached the number.
#pragma once

#include <atomic>
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

  // Only ever with the next number.
  void reach(std::uint64_t number) noexcept;

 private:
  std::atomic<std::uint64_t> reached_{0};
  std::atomic<int> waiters_{0};
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
