// A stream of its own, and what holds it, for tests of the libraries above the runtime.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "check.h"
#include "musa_runtime_api.h"

namespace musasim::testing {

// Does not wait for the default stream.
struct Stream {
  Stream() { EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess); }
  ~Stream() { EQUAL(musaStreamDestroy(stream), musaSuccess); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator musaStream_t() const { return stream; }
  musaStream_t stream = nullptr;
};

// Holds a stream until it is opened.
struct Gate {
  std::atomic<bool> open{false};
  static void wait(void* gate) {
    while (!static_cast<Gate*>(gate)->open) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void close(musaStream_t stream) { EQUAL(musaLaunchHostFunc(stream, wait, this), musaSuccess); }
};

}  // namespace musasim::testing
