// A blocking stream that is held: work on the legacy stream waits for it, work on a thread's own
// default stream does not.
#pragma once

#include "check.h"
#include "gate.h"

class Blocked {
 public:
  Blocked() {
    EQUAL(musaStreamCreate(&stream_), musaSuccess);
    EQUAL(gate_.hold(stream_), musaSuccess);
    gate_.await_arrival();
    EQUAL(musaStreamQuery(stream_), musaErrorNotReady);
  }
  ~Blocked() {
    gate_.open();
    EQUAL(musaStreamSynchronize(stream_), musaSuccess);
    EQUAL(musaStreamDestroy(stream_), musaSuccess);
  }
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;

  musaStream_t stream() const { return stream_; }

 private:
  Gate gate_;
  musaStream_t stream_ = nullptr;
};
