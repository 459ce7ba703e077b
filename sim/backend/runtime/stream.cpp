// Numbering of streams, the pools, and each thread's current streams.
#include "runtime/stream.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "machine/device/device_scope.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/stream.h"
#include "musa_runtime_api.h"

namespace musasim {

namespace {

// A pool stream's number: bit 0 set, bit 1 its priority, the rest its index in the pool.
constexpr std::int64_t kPoolBit = 1;
constexpr std::int64_t kPriorityBit = 2;
constexpr int kIndexShift = 2;
constexpr int kPriorities = 2;

using ObjectPtr = std::shared_ptr<Stream>;

struct PoolStream {
  StreamTarget target;
  ObjectPtr object;
};

struct Device {
  std::atomic<std::uint32_t> next[kPriorities] = {};
  PoolStream pool[kPriorities][kStreamsPerPool];
  PoolStream legacy;
};

// All of it stays until the process ends: tensors may outlive static objects.
struct Streams {
  std::mutex mutex;  // of the streams of all devices
  std::array<Device, kMaxDevices> devices;
  // Kept although their owner may destroy them: a thread may have one as its current stream.
  std::unordered_map<Stream*, ObjectPtr> external;
};

Streams& streams() {
  static auto* const all = new Streams;
  return *all;
}

struct Current {
  StreamNumber number;
  StreamTarget target;  // without an object: not looked up yet
};

// Plain data, so that it can be used even while the thread's objects are being destroyed.
thread_local Current t_current[kMaxDevices];

bool is_pool(StreamNumber stream) noexcept { return (stream & kPoolBit) != 0; }
bool is_high(StreamNumber stream) noexcept { return (stream & kPriorityBit) != 0; }

// The device is current.
musaError_t make_pool_stream(PoolStream& stream, int priority) {
  musaStream_t handle = nullptr;
  const musaError_t error = musaStreamCreateWithPriority(&handle, musaStreamNonBlocking, priority);
  if (error == musaSuccess) {
    stream.object = stream_behind(handle);
    stream.target = {handle, stream.object.get()};
  }
  return error;
}

musaError_t find_pool_stream(int device, StreamNumber number, StreamTarget* target) {
  const auto index = static_cast<std::size_t>(number >> kIndexShift) % kStreamsPerPool;
  const bool high = is_high(number);
  PoolStream& stream = streams().devices[static_cast<std::size_t>(device)].pool[high][index];
  const std::lock_guard<std::mutex> lock(streams().mutex);
  if (stream.object == nullptr) {
    const DeviceScope scope(device);
    const musaError_t error = make_pool_stream(stream, high ? kHighestPriority : kLowestPriority);
    if (error != musaSuccess) {
      return error;
    }
  }
  *target = stream.target;
  return musaSuccess;
}

musaError_t find_default_stream(int device, StreamTarget* target) {
  PoolStream& stream = streams().devices[static_cast<std::size_t>(device)].legacy;
  const std::lock_guard<std::mutex> lock(streams().mutex);
  if (stream.object == nullptr) {
    const DeviceScope scope(device);
    stream.object = stream_behind(legacy_handle());
    stream.target = {nullptr, stream.object.get()};
  }
  *target = stream.target;
  return stream.object == nullptr ? musaErrorMemoryAllocation : musaSuccess;
}

musaError_t find_external_stream(int device, musaStream_t handle, StreamTarget* target) {
  const DeviceScope scope(device);
  const ObjectPtr object = stream_behind(handle);
  if (object == nullptr) {
    return musaErrorInvalidResourceHandle;
  }
  const std::lock_guard<std::mutex> lock(streams().mutex);
  streams().external[object.get()] = object;
  *target = {handle, object.get()};
  return musaSuccess;
}

musaStream_t handle_in(StreamNumber stream) noexcept {
  return reinterpret_cast<musaStream_t>(static_cast<std::intptr_t>(stream));
}

}  // namespace

StreamNumber next_pool_stream(int device, int priority) noexcept {
  const bool high = priority < kLowestPriority;
  auto& counter = streams().devices[static_cast<std::size_t>(device)].next[high];
  const std::int64_t index = counter.fetch_add(1) % kStreamsPerPool;
  return (index << kIndexShift) | (high ? kPriorityBit : 0) | kPoolBit;
}

StreamNumber external_stream(musaStream_t handle) noexcept {
  return handle == legacy_handle()
             ? kDefaultStream
             : static_cast<StreamNumber>(reinterpret_cast<std::intptr_t>(handle));
}

musaError_t find_target(int device, StreamNumber stream, StreamTarget* target) {
  if (stream == kDefaultStream) {
    return find_default_stream(device, target);
  }
  return is_pool(stream) ? find_pool_stream(device, stream, target)
                         : find_external_stream(device, handle_in(stream), target);
}

musaError_t stream_priority(int device, StreamNumber stream, int* priority) {
  if (stream == kDefaultStream || is_pool(stream)) {
    *priority = is_pool(stream) && is_high(stream) ? kHighestPriority : kLowestPriority;
    return musaSuccess;
  }
  const DeviceScope scope(device);
  return musaStreamGetPriority(handle_in(stream), priority);
}

StreamNumber current_stream(int device) noexcept { return t_current[device].number; }

StreamNumber exchange_stream(int device, StreamNumber stream) noexcept {
  Current& current = t_current[device];
  const StreamNumber previous = current.number;
  if (stream != previous) {
    current = {stream, {}};
  }
  return previous;
}

musaError_t current_target(int device, StreamTarget* target) {
  Current& current = t_current[device];
  if (current.target.object == nullptr) {
    const musaError_t error = find_target(device, current.number, &current.target);
    if (error != musaSuccess) {
      return error;
    }
  }
  *target = current.target;
  return musaSuccess;
}

}  // namespace musasim
