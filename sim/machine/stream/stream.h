// Streams: ordered work, run by one worker thread each. Everybody hands work over by submit() or
// run_now(); both take any handle that the runtime takes (0, musaStreamLegacy, musaStreamPerThread
// or a created stream) and follow its rules.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/operation.h"
#include "machine/stream/timeline.h"

namespace musasim {

class Stream;
using StreamPtr = std::shared_ptr<Stream>;

constexpr int kLeastStreamPriority = 0;
constexpr int kGreatestStreamPriority = -1;

// musaStreamLegacy and musaStreamPerThread.
inline musaStream_t legacy_handle() noexcept { return reinterpret_cast<musaStream_t>(1); }
inline musaStream_t per_thread_handle() noexcept { return reinterpret_cast<musaStream_t>(2); }

// --- work ---

// Queues the operation and returns at once; while the stream is captured, adds it to the graph.
// Errors: a dead handle, a broken device, an invalid capture. What `run` returns breaks the device.
MUSASIM_API musaError_t submit(musaStream_t stream, Operation operation);

// submit() of a kernel; with MUSA_LAUNCH_BLOCKING=1 it also waits for it and returns what it gave.
// Not for kernels that wait for one another.
MUSASIM_API musaError_t submit_kernel(musaStream_t stream, Operation operation);

// Runs the operation after what the stream holds and returns what it gave: in the calling thread
// when the stream is idle. While the stream is captured, the same as submit().
MUSASIM_API musaError_t run_now(musaStream_t stream, Operation operation);

// musaSuccess, or musaErrorStreamCaptureUnsupported (and every capture that forbids it becomes
// invalid): asked by calls that must not happen during a capture, such as musaMallocHost, musaFree,
// synchronous copies and synchronisation.
MUSASIM_API musaError_t check_not_capturing() noexcept;

// The stream is being captured: waiting for it is not allowed.
MUSASIM_API bool is_capturing(musaStream_t stream);

// The thread runs a host function or callback of a stream: no runtime calls there.
MUSASIM_API bool in_host_function() noexcept;

// --- handles ---

// Empty for a dead handle. 0 and musaStreamLegacy: the current device's legacy stream.
MUSASIM_API StreamPtr find_stream(musaStream_t stream) noexcept;
MUSASIM_API musaError_t create_stream(musaStream_t* stream, unsigned flags, int priority);
// Work that it holds is still done.
MUSASIM_API musaError_t destroy_stream(musaStream_t stream);

// Destroys the streams and events of a context (0: the primary one) of the device.
MUSASIM_API void destroy_streams(int device, unsigned long long context);

// The stream's device; -1 for a dead handle.
MUSASIM_API int stream_device(musaStream_t stream) noexcept;

// --- waiting ---

// musaSuccess, musaErrorNotReady, or what broke the device.
MUSASIM_API musaError_t query_stream(musaStream_t stream);
MUSASIM_API musaError_t synchronize_stream(musaStream_t stream);
// All streams of the device, destroyed ones included. Checks captures.
MUSASIM_API musaError_t synchronize_device(int device);
// The same without any check of captures or errors: for musaFree, reset and exit.
MUSASIM_API void drain_device(int device);
// The work that drain_device() would wait for.
std::vector<Dependency> present_work(int device);

}  // namespace musasim
