// Looking at operations from time to time.
#include "distributed/watchdog.h"

#include "musa_runtime_api.h"
#include "torch_glue/error.h"

namespace musasim::distributed {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);

}  // namespace

Watchdog::Watchdog(std::function<void(Operation&)> on_failure)
    : on_failure_(std::move(on_failure)) {}

void Watchdog::watch(OperationPtr operation) {
  const std::lock_guard<std::mutex> lock(mutex_);
  operations_.push_back(std::move(operation));
  start_thread();
}

void Watchdog::watch_replays(OperationPtr operation) {
  const std::lock_guard<std::mutex> lock(mutex_);
  replayed_.push_back(std::move(operation));
  start_thread();
}

void Watchdog::start_thread() {
  if (!thread_.joinable() && !stopping_) {
    thread_ = std::thread([this] { run(); });
  } else if (operations_.size() + replayed_.size() == 1) {
    changed_.notify_all();
  }
}

void Watchdog::run() {
  // Other threads' captures do not mind that this one asks for events.
  musaStreamCaptureMode mode = musaStreamCaptureModeRelaxed;
  check(musaThreadExchangeStreamCaptureMode(&mode));
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    if (operations_.empty() && replayed_.empty()) {
      changed_.wait(lock);
      continue;
    }
    changed_.wait_for(lock, kPeriod);
    lock.unlock();
    {
      const std::lock_guard<std::mutex> looking(looking_);
      look();
    }
    lock.lock();
  }
}

// Without the lock: what is told of a result may be Python's.
void Watchdog::look() {
  std::list<OperationPtr> open, replayed;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    open.swap(operations_);
    replayed.swap(replayed_);
  }
  look_through(open);
  look_through(replayed);
  const std::lock_guard<std::mutex> lock(mutex_);
  operations_.splice(operations_.begin(), open);
  replayed_.splice(replayed_.begin(), replayed);
  changed_.notify_all();
}

void Watchdog::look_through(std::list<OperationPtr>& open) {
  for (auto place = open.begin(); place != open.end();) {
    Operation& operation = **place;
    const bool failed = operation.look_for_failure() != nullptr;
    if (failed) {
      on_failure_(operation);
    }
    if (failed || operation.done()) {
      operation.release();
      operation.tell_result();
      place = open.erase(place);
    } else {
      ++place;
    }
  }
}

void Watchdog::wait_for_all(Clock::duration patience) {
  const auto end = Clock::now() + patience;
  while (Clock::now() < end) {
    {
      const std::lock_guard<std::mutex> looking(looking_);
      look();
      const std::lock_guard<std::mutex> lock(mutex_);
      if (operations_.empty()) {
        return;
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

void Watchdog::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
}

}  // namespace musasim::distributed
