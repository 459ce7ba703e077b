// Numbering of streams and each thread's current ones.
#include "runtime/stream.h"

#include <array>
#include <atomic>
#include <cstddef>

#include "machine/settings/settings.h"

namespace musasim {

namespace {

// A pool stream's number: bit 0 set, bit 1 its priority, the rest its index in the pool.
constexpr std::int64_t kPoolBit = 1;
constexpr std::int64_t kPriorityBit = 2;
constexpr int kIndexShift = 2;

using PoolCounters = std::array<std::array<std::atomic<std::uint32_t>, 2>, kMaxDevices>;
PoolCounters g_next;

// Only the addresses serve: a handle must be distinct and non-null, like a real musaStream_t.
char g_handles[kMaxDevices][2 * kStreamsPerPool];

std::array<StreamNumber, kMaxDevices>& current_streams() {
  thread_local std::array<StreamNumber, kMaxDevices> streams{};
  return streams;
}

}  // namespace

StreamNumber next_pool_stream(int device, int priority) {
  const bool high = priority < kLowestPriority;
  auto& counter = g_next.at(static_cast<std::size_t>(device))[high ? 1 : 0];
  const std::int64_t index = counter.fetch_add(1) % kStreamsPerPool;
  return (index << kIndexShift) | (high ? kPriorityBit : 0) | kPoolBit;
}

StreamNumber external_stream(const void* pointer) {
  return static_cast<StreamNumber>(reinterpret_cast<std::intptr_t>(pointer));
}

int stream_priority(StreamNumber stream) {
  const bool pool = (stream & kPoolBit) != 0;
  return pool && (stream & kPriorityBit) != 0 ? kHighestPriority : kLowestPriority;
}

std::uintptr_t stream_handle(int device, StreamNumber stream) {
  if ((stream & kPoolBit) == 0) {
    return static_cast<std::uintptr_t>(stream);
  }
  const auto index = static_cast<std::size_t>(stream >> kIndexShift) % kStreamsPerPool;
  const std::size_t high = (stream & kPriorityBit) != 0 ? kStreamsPerPool : 0;
  return reinterpret_cast<std::uintptr_t>(&g_handles[device][index + high]);
}

StreamNumber current_stream(int device) {
  return current_streams().at(static_cast<std::size_t>(device));
}

StreamNumber exchange_stream(int device, StreamNumber stream) {
  StreamNumber& slot = current_streams().at(static_cast<std::size_t>(device));
  const StreamNumber previous = slot;
  slot = stream;
  return previous;
}

}  // namespace musasim
