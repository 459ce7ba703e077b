// A capture forbids musaMalloc and musaHostAlloc; allocations for the graph itself are fine.
#pragma once

#include "musa_runtime_api.h"

namespace musasim::caching {

// While it lives, the calling thread may allocate although streams are being captured.
class RelaxedCapture {
 public:
  RelaxedCapture() : active_(musaThreadExchangeStreamCaptureMode(&mode_) == musaSuccess) {}
  ~RelaxedCapture() {
    if (active_) {
      (void)musaThreadExchangeStreamCaptureMode(&mode_);
    }
  }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  musaStreamCaptureMode mode_ = musaStreamCaptureModeRelaxed;
  const bool active_;
};

// The stream is part of a capture that goes on.
inline bool is_captured(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  if (musaStreamIsCapturing(stream, &status) != musaSuccess) {
    (void)musaGetLastError();  // the legacy stream while another is captured
  }
  return status == musaStreamCaptureStatusActive;
}

}  // namespace musasim::caching
