// Work on device memory that the calling thread does itself, in the turn of the current stream.
#pragma once

#include "machine/stream/inline_work.h"
#include "musa_runtime_api.h"
#include "torch_glue/stream.h"

namespace musasim {

// While it lives, the thread may read and write device memory: what the device's current stream
// holds is done (the constructor waits for it), what comes later waits. `name` is the kernel's, for
// reports and faults, and kept by the caller. Raises what broke the device; and, as any call that
// cannot be recorded does, musaErrorStreamCaptureUnsupported while the stream is captured.
class DeviceWork {
 public:
  // `what`: the kernel's name, or the copy.
  template <class What>
  DeviceWork(int device, const What& what) : DeviceWork(current_stream_target(device), what) {}
  template <class What>
  DeviceWork(const StreamTarget& stream, const What& what) : work_(checked(stream), what) {
    check(work_.status());
  }

 private:
  static Stream& checked(const StreamTarget& stream) {
    if (C10_UNLIKELY(is_capturing(*stream.object))) {
      check(musaStreamSynchronize(stream.handle));  // which makes the capture invalid
    }
    return *stream.object;
  }

  const InlineWork work_;
};

}  // namespace musasim
