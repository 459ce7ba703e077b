// Waiting on timelines. Nobody takes the mutex while nobody waits.
#include "machine/stream/timeline.h"

namespace musasim {

void Timeline::wait(std::uint64_t number) {
  if (has_reached(number)) {
    return;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  // Sequentially consistent with reach(): either it sees this waiter, or the test below its number.
  waiters_.fetch_add(1);
  changed_.wait(lock, [&] { return reached_.load() >= number; });
  waiters_.fetch_sub(1);
}

bool Timeline::wait_for(std::uint64_t number, std::chrono::microseconds limit) {
  if (has_reached(number)) {
    return true;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  waiters_.fetch_add(1);
  const bool reached = changed_.wait_for(lock, limit, [&] { return reached_.load() >= number; });
  waiters_.fetch_sub(1);
  return reached;
}

void Timeline::reach(std::uint64_t number) noexcept {
  reached_.store(number);
  if (waiters_.load() != 0) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
    }
    changed_.notify_all();
  }
}

}  // namespace musasim
