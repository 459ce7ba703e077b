// Refuses what must not be done while streams are captured.
#include <algorithm>
#include <atomic>

#include "machine/graph/capture_state.h"

namespace musasim {

namespace {

std::atomic<int> g_captures{0};
thread_local musaStreamCaptureMode t_mode = musaStreamCaptureModeGlobal;

// The calling thread, in its mode, would disturb the capture by a call that is not safe.
bool disturbs(const Capture& capture) {
  if (t_mode == musaStreamCaptureModeRelaxed) {
    return false;
  }
  if (capture.thread == std::this_thread::get_id() &&
      capture.mode != musaStreamCaptureModeRelaxed) {
    return true;
  }
  return t_mode == musaStreamCaptureModeGlobal && capture.mode == musaStreamCaptureModeGlobal;
}

// Invalidates the captures that `chosen` picks; whether there were any.
template <class Choice>
bool invalidate_if(const Choice& chosen) {
  bool any = false;
  for (const auto& capture : captures()) {
    if (chosen(*capture)) {
      capture->invalid = true;
      any = true;
    }
  }
  return any;
}

bool captures_blocking_stream(const Capture& capture, int device) {
  return std::any_of(capture.streams.begin(), capture.streams.end(), [&](const StreamPtr& stream) {
    return stream->device() == device && stream->blocking();
  });
}

bool captures_stream_of(const Capture& capture, int device) {
  return std::any_of(capture.streams.begin(), capture.streams.end(),
                     [&](const StreamPtr& stream) { return stream->device() == device; });
}

}  // namespace

std::vector<std::shared_ptr<Capture>>& captures() {
  static auto* const all = new std::vector<std::shared_ptr<Capture>>;
  return *all;
}

bool captured_with_legacy(int device) {
  const auto& all = captures();
  return std::any_of(all.begin(), all.end(), [&](const auto& capture) {
    return captures_blocking_stream(*capture, device);
  });
}

bool any_capture() noexcept { return g_captures.load(std::memory_order_acquire) != 0; }

void Capture::add(const StreamPtr& stream, std::vector<GraphNode*> nodes) {
  streams.push_back(stream);
  stream->capture_nodes = std::move(nodes);
  stream->capture = shared_from_this();
  stream->capturing.store(true, std::memory_order_release);
}

void Capture::leave_all() {
  for (const StreamPtr& stream : streams) {
    stream->capturing.store(false, std::memory_order_release);
    stream->capture_nodes.clear();
    stream->capture.reset();
  }
  streams.clear();
  std::vector<std::shared_ptr<Capture>>& all = captures();
  all.erase(
      std::remove_if(all.begin(), all.end(), [&](const auto& each) { return each.get() == this; }),
      all.end());
  g_captures.fetch_sub(1);
}

musaError_t check_not_capturing() noexcept {
  if (!any_capture()) {
    return musaSuccess;
  }
  const GraphLock lock;
  return invalidate_if(disturbs) ? musaErrorStreamCaptureUnsupported : musaSuccess;
}

musaError_t check_implicit_dependency(const Stream& stream) noexcept {
  if (!any_capture() || stream.kind() != StreamKind::kLegacy) {
    return musaSuccess;
  }
  const GraphLock lock;
  const auto blocking = [&](const Capture& capture) {
    return captures_blocking_stream(capture, stream.device());
  };
  return invalidate_if(blocking) ? musaErrorStreamCaptureImplicit : musaSuccess;
}

musaError_t check_waiting(const Stream& stream) noexcept {
  if (!any_capture()) {
    return musaSuccess;
  }
  if (const musaError_t error = check_implicit_dependency(stream); error != musaSuccess) {
    return error;
  }
  {
    const GraphLock lock;
    if (stream.capture) {
      stream.capture->invalid = true;
      return musaErrorStreamCaptureUnsupported;
    }
  }
  return check_not_capturing();
}

musaError_t check_waiting_for_device(int device) noexcept {
  if (!any_capture()) {
    return musaSuccess;
  }
  const GraphLock lock;
  const auto concerned = [&](const Capture& capture) {
    return captures_stream_of(capture, device) || disturbs(capture);
  };
  return invalidate_if(concerned) ? musaErrorStreamCaptureUnsupported : musaSuccess;
}

musaError_t exchange_capture_mode(musaStreamCaptureMode* mode) {
  if (mode == nullptr || *mode < musaStreamCaptureModeGlobal ||
      *mode > musaStreamCaptureModeRelaxed) {
    return musaErrorInvalidValue;
  }
  std::swap(t_mode, *mode);
  return musaSuccess;
}

void start_capture(std::shared_ptr<Capture> capture, std::vector<GraphNode*> nodes) {
  captures().push_back(capture);
  g_captures.fetch_add(1);
  capture->add(capture->origin, std::move(nodes));
}

}  // namespace musasim
