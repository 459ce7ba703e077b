// Captures of streams.
#pragma once

#include <musa_runtime_api.h>

#include <ostream>
#include <utility>

#include "torch_musa/csrc/core/MUSAStream.h"

namespace c10::musa {

using CaptureId_t = unsigned long long;
// The first number is that of a graph's own pool, the second that of a pool of the user.
using MempoolId_t = std::pair<CaptureId_t, CaptureId_t>;

// What the thread's calls may do to captures, while one lives.
struct MUSAStreamCaptureModeGuard {
  explicit MUSAStreamCaptureModeGuard(musaStreamCaptureMode desired) : mode_(desired) {
    C10_MUSA_CHECK(musaThreadExchangeStreamCaptureMode(&mode_));
  }
  ~MUSAStreamCaptureModeGuard() {
    C10_MUSA_CHECK_WARN(musaThreadExchangeStreamCaptureMode(&mode_));
  }
  MUSAStreamCaptureModeGuard(const MUSAStreamCaptureModeGuard&) = delete;
  MUSAStreamCaptureModeGuard& operator=(const MUSAStreamCaptureModeGuard&) = delete;

 private:
  musaStreamCaptureMode mode_;
};

enum class CaptureStatus : int {
  None = static_cast<int>(musaStreamCaptureStatusNone),
  Active = static_cast<int>(musaStreamCaptureStatusActive),
  Invalidated = static_cast<int>(musaStreamCaptureStatusInvalidated),
};

inline std::ostream& operator<<(std::ostream& out, CaptureStatus status) {
  switch (status) {
    case CaptureStatus::None: return out << "musaStreamCaptureStatusNone";
    case CaptureStatus::Active: return out << "musaStreamCaptureStatusActive";
    case CaptureStatus::Invalidated: return out << "musaStreamCaptureStatusInvalidated";
  }
  return out << "musaStreamCaptureStatus " << static_cast<int>(status);
}

// Whether the current stream is being captured.
inline CaptureStatus currentStreamCaptureStatusMayInitCtx() {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  C10_MUSA_CHECK(musaStreamIsCapturing(getCurrentMUSAStream(), &status));
  return static_cast<CaptureStatus>(status);
}

}  // namespace c10::musa
