// Streams as c10 knows them, and calls of the runtime for them.
#pragma once

#include <c10/core/Stream.h>

#include <utility>

#include "machine/device/device_scope.h"
#include "runtime/stream.h"
#include "torch_glue/device_type.h"
#include "torch_glue/error.h"

namespace musasim {

// -1 means the current device.
inline c10::Stream torch_stream(int device, StreamNumber number) {
  return c10::Stream(c10::Stream::UNSAFE, musa_device(checked_device_index(device)), number);
}

inline c10::Stream current_torch_stream(int device) {
  const int index = checked_device_index(device);
  return torch_stream(index, current_stream(index));
}

// Its handle for the runtime. It is that of the default stream for each device, so that the stream's
// device has to be current where it is used.
inline musaStream_t handle_of(const c10::Stream& stream) {
  StreamTarget target;
  check(find_target(stream.device_index(), stream.id(), &target));
  return target.handle;
}

// The current stream of the device: its handle, and what the machine runs work on.
inline StreamTarget current_stream_target(int device) {
  StreamTarget target;
  check(current_target(device, &target));
  return target;
}
inline musaStream_t current_stream_handle(int device) {
  return current_stream_target(device).handle;
}

// Calls a function of the runtime with the stream's handle and its device current; the result.
template <class Call>
auto with_stream(const c10::Stream& stream, Call&& call) {
  const DeviceScope scope(stream.device_index());
  return std::forward<Call>(call)(handle_of(stream));
}

}  // namespace musasim
