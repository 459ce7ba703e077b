// Two small devices for the tests of the allocators, and work that keeps a stream busy.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "memory/caching.h"
#include "musa_runtime_api.h"

namespace musasim::testing {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Before the first use of a device.
inline void two_small_devices() {
  setenv("MUSASIM_DEVICES", "2", 1);
  setenv("MUSASIM_MEMORY", "64M", 1);
}

// A stream of its own that can be held up.
class TestStream {
 public:
  explicit TestStream(int device = 0) {
    musaSetDevice(device);
    musaStreamCreateWithFlags(&stream_, musaStreamNonBlocking);
    musaSetDevice(0);
  }
  ~TestStream() {
    release();
    musaStreamSynchronize(stream_);
    musaStreamDestroy(stream_);
  }
  TestStream(const TestStream&) = delete;
  TestStream& operator=(const TestStream&) = delete;

  // Later work on the stream waits until release(), or for that long.
  void block(std::chrono::milliseconds limit = std::chrono::seconds(60)) {
    held_ = true;
    end_ = std::chrono::steady_clock::now() + limit;
    musaLaunchHostFunc(stream_, &TestStream::wait, this);
  }
  bool is_busy() const { return musaStreamQuery(stream_) == musaErrorNotReady; }
  void release() { held_ = false; }
  void finish() {
    release();
    musaStreamSynchronize(stream_);
  }
  musaStream_t get() const { return stream_; }

 private:
  static void wait(void* self) {
    const auto* stream = static_cast<TestStream*>(self);
    while (stream->held_ && std::chrono::steady_clock::now() < stream->end_) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  musaStream_t stream_ = nullptr;
  std::atomic<bool> held_{false};
  std::chrono::steady_clock::time_point end_;
};

}  // namespace musasim::testing
