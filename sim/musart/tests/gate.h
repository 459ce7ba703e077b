// Work that the tests hold back: a host function that waits until the gate opens.
#pragma once

#include <condition_variable>
#include <mutex>

#include "musa_runtime_api.h"

class Gate {
 public:
  // The gate must outlive the work.
  musaError_t hold(musaStream_t stream) { return musaLaunchHostFunc(stream, wait_open, this); }

  void open() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      open_ = true;
    }
    changed_.notify_all();
  }

  // Until the work has reached the gate.
  void await_arrival() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ > 0; });
  }

  bool arrived() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return arrived_ > 0;
  }

 private:
  static void wait_open(void* self) { static_cast<Gate*>(self)->wait(); }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  int arrived_ = 0;
};
