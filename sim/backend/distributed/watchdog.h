// The thread of a process group that looks for operations that fail or take too long.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include "distributed/operation.h"

namespace musasim::distributed {

class Watchdog {
 public:
  // `on_failure` is called in the thread, once for each operation that failed.
  explicit Watchdog(std::function<void(Operation&)> on_failure);
  ~Watchdog() { stop(); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void watch(OperationPtr operation);
  // An operation of a graph, which replays may run at any time: stands for all of its lane.
  void watch_replays(OperationPtr operation);
  // Returns when no operation is under way, replays apart, or after the time.
  void wait_for_all(Clock::duration patience = std::chrono::hours(24 * 365));
  void stop();

 private:
  void start_thread();
  void run();
  void look();
  void look_through(std::list<OperationPtr>& operations);

  const std::function<void(Operation&)> on_failure_;
  std::mutex looking_;  // held while the list is out
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<OperationPtr> operations_;
  std::list<OperationPtr> replayed_;
  bool stopping_ = false;
  std::thread thread_;  // of the first operation on
};

}  // namespace musasim::distributed
