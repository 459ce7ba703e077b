// PyTorch's streams: numbers for streams of the runtime, and each thread's current ones.
#pragma once

#include <cstdint>

#include "driver_types.h"

namespace musasim {

class Stream;

// 0 is the default stream (the runtime's legacy one), odd numbers are pool streams, and even ones
// the handle of a stream that was made elsewhere (an ExternalStream).
using StreamNumber = std::int64_t;

constexpr StreamNumber kDefaultStream = 0;
constexpr int kLowestPriority = 0;
constexpr int kHighestPriority = -1;
constexpr int kStreamsPerPool = 32;

// The next stream of the device's pool of that priority; they are handed out in turn.
StreamNumber next_pool_stream(int device, int priority) noexcept;
StreamNumber external_stream(musaStream_t handle) noexcept;

// A stream as the runtime (with its device as current one) and the machine know it.
struct StreamTarget {
  musaStream_t handle = nullptr;
  Stream* object = nullptr;  // stays as long as the process
};
// Pool streams are made when they are first asked for. Errors: those of making one, and
// musaErrorInvalidResourceHandle for a dead external stream.
musaError_t find_target(int device, StreamNumber stream, StreamTarget* target);

// musaErrorInvalidResourceHandle for a dead external stream.
musaError_t stream_priority(int device, StreamNumber stream, int* priority);

// The calling thread's current stream of the device.
StreamNumber current_stream(int device) noexcept;
// The previous one.
StreamNumber exchange_stream(int device, StreamNumber stream) noexcept;
// find_target() of the current stream; looked up only after a change.
musaError_t current_target(int device, StreamTarget* target);

}  // namespace musasim
