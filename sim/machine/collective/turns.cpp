// Turns of a communicator's operations.
#include "machine/collective/turns.h"

namespace musasim::collective {

std::shared_ptr<Turns::Turn> Turns::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto turn = std::make_shared<Turn>(shared_from_this(), next_);
  open_.insert(next_++);
  return turn;
}

bool Turns::wait_for(std::uint64_t number) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock,
                [this, number] { return stopped_ || open_.empty() || *open_.begin() >= number; });
  return !stopped_;
}

void Turns::finish(std::uint64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (open_.erase(number) != 0) {
    changed_.notify_all();
  }
}

void Turns::drain() {
  std::unique_lock<std::mutex> lock(mutex_);
  const std::uint64_t end = next_;
  changed_.wait(lock, [this, end] { return stopped_ || open_.empty() || *open_.begin() >= end; });
}

void Turns::stop() {
  const std::lock_guard<std::mutex> lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace musasim::collective
