// The streams: created ones by handle, the default ones, and all of each device.
#include <algorithm>
#include <map>

#include "machine/device/default_stream.h"
#include "machine/device/simulated_gpus.h"
#include "machine/stream/capture.h"
#include "machine/stream/event.h"
#include "machine/stream/handle_table.h"
#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

struct DeviceStreams {
  std::atomic<int> blocking{0};  // streams that the legacy one is ordered against; changed locked
  std::mutex mutex;
  std::vector<StreamPtr> all;
  StreamPtr legacy;
};

DeviceStreams& device_streams(int device) {
  static DeviceStreams* const devices = new DeviceStreams[kMaxDevices];
  return devices[device];
}

HandleTable<Stream>& created_streams() {
  static HandleTable<Stream>* const table = new HandleTable<Stream>;
  return *table;
}

StreamPtr make_stream(int device, StreamKind kind, unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>(device, kind, flags, priority);
  DeviceStreams& streams = device_streams(device);
  const std::lock_guard<std::mutex> lock(streams.mutex);
  streams.all.push_back(stream);
  streams.blocking += stream->blocking() ? 1 : 0;
  return stream;
}

StreamPtr legacy_stream(int device) {
  DeviceStreams& streams = device_streams(device);
  const std::lock_guard<std::mutex> lock(streams.mutex);
  if (!streams.legacy) {
    streams.legacy = std::make_shared<Stream>(device, StreamKind::kLegacy, musaStreamDefault,
                                              kLeastStreamPriority);
    streams.all.push_back(streams.legacy);
  }
  return streams.legacy;
}

using PerThreadStreams = std::map<int, StreamPtr>;

// The thread's default streams by device. A plain pointer, so that it can be looked at even while
// the thread's other objects are being destroyed.
thread_local PerThreadStreams* t_streams = nullptr;

struct PerThreadEnd {
  ~PerThreadEnd() {
    if (t_streams != nullptr) {
      for (const auto& [device, stream] : *t_streams) {
        stream->close();
      }
      delete t_streams;
      t_streams = nullptr;
    }
  }
};

StreamPtr per_thread_stream(int device) {
  if (t_streams == nullptr) {
    static thread_local PerThreadEnd end;
    static_cast<void>(end);
    t_streams = new PerThreadStreams;
  }
  StreamPtr& stream = (*t_streams)[device];
  if (!stream) {
    stream = make_stream(device, StreamKind::kPerThread, musaStreamDefault, kLeastStreamPriority);
  }
  return stream;
}

}  // namespace

StreamPtr find_stream(musaStream_t stream) noexcept {
  try {
    const bool own = stream == nullptr && default_stream_is_per_thread();
    if (own || stream == per_thread_handle()) {
      return per_thread_stream(current_device());
    }
    if (stream == nullptr || stream == legacy_handle()) {
      return legacy_stream(current_device());
    }
    return created_streams().find(stream);
  } catch (...) {
    return nullptr;
  }
}

musaError_t create_stream(musaStream_t* stream, unsigned flags, int priority) {
  if (stream == nullptr || (flags & ~unsigned{musaStreamNonBlocking}) != 0) {
    return musaErrorInvalidValue;
  }
  const int kept = std::min(std::max(priority, kGreatestStreamPriority), kLeastStreamPriority);
  StreamPtr created = make_stream(current_device(), StreamKind::kCreated, flags, kept);
  *stream = reinterpret_cast<musaStream_t>(created_streams().add(created));
  return musaSuccess;
}

musaError_t destroy_stream(musaStream_t stream) {
  const StreamPtr removed = created_streams().remove(stream);
  if (!removed) {
    return musaErrorInvalidResourceHandle;
  }
  invalidate_capture_of(*removed);
  removed->close();
  return musaSuccess;
}

void destroy_streams(int device, unsigned long long context) {
  const auto chosen = [&](const Stream& stream) {
    return stream.device() == device && stream.context() == context;
  };
  for (const StreamPtr& stream : created_streams().remove_if(chosen)) {
    invalidate_capture_of(*stream);
    stream->close();
  }
  destroy_events(device, context);
}

int stream_device(musaStream_t stream) noexcept {
  const StreamPtr found = find_stream(stream);
  return found ? found->device() : -1;
}

std::vector<StreamPtr> streams_of(int device) {
  DeviceStreams& streams = device_streams(device);
  const std::lock_guard<std::mutex> lock(streams.mutex);
  return streams.all;
}

void forget_stream(const Stream& stream) noexcept {
  DeviceStreams& streams = device_streams(stream.device());
  StreamPtr last;  // destroyed after the lock is gone
  const std::lock_guard<std::mutex> lock(streams.mutex);
  const auto found = std::find_if(streams.all.begin(), streams.all.end(),
                                  [&](const StreamPtr& each) { return each.get() == &stream; });
  if (found != streams.all.end()) {
    last = std::move(*found);
    streams.blocking -= last->blocking() ? 1 : 0;
    streams.all.erase(found);
  }
}

std::vector<Dependency> implicit_dependencies(const Stream& stream) {
  std::vector<Dependency> result;
  if (stream.kind() != StreamKind::kLegacy && !stream.blocking()) {
    return result;
  }
  DeviceStreams& streams = device_streams(stream.device());
  if (!stream.blocking() && streams.blocking == 0) {
    return result;
  }
  const std::lock_guard<std::mutex> lock(streams.mutex);
  if (stream.blocking()) {
    if (streams.legacy && !streams.legacy->idle()) {
      result.push_back(streams.legacy->tail());
    }
    return result;
  }
  for (const StreamPtr& other : streams.all) {
    if (other->blocking() && !other->idle()) {
      result.push_back(other->tail());
    }
  }
  return result;
}

}  // namespace musasim
