// The store of events.
#include "memory/events.h"

#include "memory/failure.h"

namespace musasim::caching {

musaEvent_t EventStore::take() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      musaEvent_t event = idle_.back();
      idle_.pop_back();
      return event;
    }
  }
  musaEvent_t event = nullptr;
  check(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  return event;
}

musaEvent_t EventStore::record(musaStream_t stream) {
  musaEvent_t event = take();
  const musaError_t error = musaEventRecord(event, stream);
  if (error == musaSuccess) {
    return event;
  }
  give_back(event);
  (void)musaGetLastError();
  if (error == musaErrorInvalidResourceHandle || error == musaErrorInvalidValue) {
    check(musaDeviceSynchronize());  // destroyed, but what it held may still run
    return nullptr;
  }
  throw MusaFailure(error);
}

void EventStore::give_back(musaEvent_t event) {
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(event);
}

void EventStore::forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.clear();
}

}  // namespace musasim::caching
