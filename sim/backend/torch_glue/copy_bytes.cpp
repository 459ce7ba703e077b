// Chooses the call of the runtime that does a copy, and orders the streams of two devices.
#include "torch_glue/copy_bytes.h"

#include <cstring>
#include <exception>

#include "graph/recording.h"
#include "machine/device/api_call.h"
#include "machine/memory/copy.h"
#include "machine/stream/inline_work.h"
#include "memory/host.h"
#include "musa_runtime_api.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

// The stream has nothing to do, or nothing but what the calling thread does right now in its turn.
bool runs_at_once(const Stream& stream) {
  return !is_capturing(stream) && (has_turn_of(stream) || is_idle(stream));
}

// In the stream's order, on memory of devices. At once when the stream has nothing to do: a thread
// switch would cost more than most copies.
void copy_in_order(int device, const Place& to, const Place& from, std::size_t bytes) {
  const StreamTarget stream = current_stream_target(device);
  if (!runs_at_once(*stream.object)) {
    const DeviceScope scope(device);
    check(
        musaMemcpyAsync(to.pointer, from.pointer, bytes, musaMemcpyDeviceToDevice, stream.handle));
    graph::do_captured_copy(stream.handle, to.pointer, from.pointer, bytes);
    return;
  }
  const DeviceWork work(stream, InlineCopy{bytes, to.device, from.device});
  std::memmove(to.pointer, from.pointer, bytes);
}

// The runtime's copy on a stream that waits for it: done by the calling thread when it can.
musaError_t copy_and_wait(const Copy& copy, musaStream_t stream) {
  const ApiCall call("musaMemcpyAsync");
  const musaError_t unusable = call.usable();
  return unusable != musaSuccess ? unusable : do_copy(copy, stream, /*wait=*/true);
}

void copy_with_host(int device, const Copy& copy, const void* host, bool non_blocking) {
  const DeviceScope scope(device);
  const musaStream_t stream = current_stream_handle(device);
  if (!non_blocking) {
    check(copy_and_wait(copy, stream));
    return;
  }
  check(musaMemcpyAsync(copy.to.pointer, copy.from.pointer, copy.width, copy.kind, stream));
  if (C10_UNLIKELY(graph::Recording::any()) && graph::Recording::find(stream) != nullptr) {
    graph::do_captured_copy(stream, copy.to.pointer, copy.from.pointer, copy.width);
  }
  caching::record_pinned(host, stream);
}

class OwnEvent {
 public:
  OwnEvent() { check(musaEventCreateWithFlags(&handle_, musaEventDisableTiming)); }
  ~OwnEvent() { musaEventDestroy(handle_); }
  OwnEvent(const OwnEvent&) = delete;
  OwnEvent& operator=(const OwnEvent&) = delete;
  musaEvent_t handle() const noexcept { return handle_; }

 private:
  musaEvent_t handle_ = nullptr;
};

// The current stream of one device waits for what that of the other one holds.
void let_wait(int device, int for_device) {
  const StreamTarget ahead = current_stream_target(for_device);
  if (is_idle(*ahead.object) && !is_capturing(*ahead.object)) {
    return;
  }
  const DeviceScope first(for_device);
  const OwnEvent event;
  check(musaEventRecord(event.handle(), ahead.handle));
  const DeviceScope second(device);
  check(musaStreamWaitEvent(current_stream_handle(device), event.handle(), musaEventWaitDefault));
}

}  // namespace

BetweenDevices::BetweenDevices(int to, int from) : to_(to), from_(from) { let_wait(from_, to_); }

BetweenDevices::~BetweenDevices() noexcept(false) {
  if (std::uncaught_exceptions() == 0) {
    let_wait(to_, from_);
  }
}

void copy_bytes(const Place& to, const Place& from, std::size_t bytes, bool non_blocking) {
  if (bytes == 0 || to.pointer == from.pointer) {
    return;
  }
  if (!from.on_device()) {
    copy_with_host(to.device, linear_copy(to.pointer, from.pointer, bytes, musaMemcpyHostToDevice),
                   from.pointer, non_blocking);
  } else if (!to.on_device()) {
    copy_with_host(from.device,
                   linear_copy(to.pointer, from.pointer, bytes, musaMemcpyDeviceToHost), to.pointer,
                   non_blocking);
  } else if (to.device == from.device) {
    copy_in_order(to.device, to, from, bytes);
  } else {
    const BetweenDevices order(to.device, from.device);
    copy_in_order(from.device, to, from, bytes);
  }
}

}  // namespace musasim
