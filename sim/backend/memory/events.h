// Events behind which freed memory waits: made once, used again.
#pragma once

#include <mutex>
#include <vector>

#include "musa_runtime_api.h"

namespace musasim::caching {

// The events of one device that nobody uses now. Thread-safe. All calls need the device to be
// current.
class EventStore {
 public:
  // An event recorded on the stream now; null when the stream is gone (its work was then waited
  // for). Throws MusaFailure.
  musaEvent_t record(musaStream_t stream);
  void give_back(musaEvent_t event);
  // Forgets what it has: a reset of the device destroyed it.
  void forget();

 private:
  musaEvent_t take();

  std::mutex mutex_;
  std::vector<musaEvent_t> idle_;
};

}  // namespace musasim::caching
