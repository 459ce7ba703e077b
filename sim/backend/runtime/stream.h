// Streams by number. Work runs at once in the calling thread, so a stream is only an identity.
#pragma once

#include <cstdint>

namespace musasim {

// 0 is the default stream, odd numbers are pool streams, and even ones the address of a stream that
// was made elsewhere (an ExternalStream).
using StreamNumber = std::int64_t;

constexpr StreamNumber kDefaultStream = 0;
constexpr int kLowestPriority = 0;
constexpr int kHighestPriority = -1;
constexpr int kStreamsPerPool = 32;

// The next stream of the device's pool of that priority; they are handed out in turn.
StreamNumber next_pool_stream(int device, int priority);
StreamNumber external_stream(const void* pointer);

int stream_priority(StreamNumber stream);
// What musaStream_t would be: distinct for each stream, null for the default one.
std::uintptr_t stream_handle(int device, StreamNumber stream);

// The calling thread's current stream of the device.
StreamNumber current_stream(int device);
// The previous one.
StreamNumber exchange_stream(int device, StreamNumber stream);

}  // namespace musasim
