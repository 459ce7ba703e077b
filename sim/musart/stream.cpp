// Streams: making, asking, waiting, and host functions in them.
#include "machine/stream/stream.h"

#include "machine/stream/event.h"
#include "machine/stream/host_function.h"
#include "machine/stream/stream_info.h"
#include "musart/api.h"

using namespace musasim;

namespace {

// Stores what `read` says about the stream.
template <class To, class Read>
musaError_t store_info(musaStream_t stream, To* out, const Read& read) {
  StreamInfo info;
  const musaError_t error = stream_info(stream, &info);
  return error != musaSuccess ? error : store(out, read(info));
}

}  // namespace

musaError_t musaStreamCreate(musaStream_t* pStream) {
  return api(__func__,
             [&] { return create_stream(pStream, musaStreamDefault, kLeastStreamPriority); });
}

musaError_t musaStreamCreateWithFlags(musaStream_t* pStream, unsigned int flags) {
  return api(__func__, [&] { return create_stream(pStream, flags, kLeastStreamPriority); });
}

musaError_t musaStreamCreateWithPriority(musaStream_t* pStream, unsigned int flags, int priority) {
  return api(__func__, [&] { return create_stream(pStream, flags, priority); });
}

musaError_t musaStreamDestroy(musaStream_t stream) {
  return api(__func__, [&] { return destroy_stream(stream); });
}

musaError_t musaStreamGetPriority(musaStream_t hStream, int* priority) {
  return api(__func__, [&] {
    return store_info(hStream, priority, [](const StreamInfo& info) { return info.priority; });
  });
}

musaError_t musaStreamGetFlags(musaStream_t hStream, unsigned int* flags) {
  return api(__func__, [&] {
    return store_info(hStream, flags, [](const StreamInfo& info) { return info.flags; });
  });
}

musaError_t musaStreamGetId(musaStream_t hStream, unsigned long long* streamId) {
  return api(__func__, [&] {
    return store_info(hStream, streamId, [](const StreamInfo& info) { return info.id; });
  });
}

musaError_t musaStreamGetDevice(musaStream_t hStream, int* device) {
  return api(__func__, [&] {
    return store_info(hStream, device, [](const StreamInfo& info) { return info.device; });
  });
}

musaError_t musaStreamQuery(musaStream_t stream) {
  return api(__func__, [&] { return query_stream(stream); });
}

musaError_t musaStreamSynchronize(musaStream_t stream) {
  return api(__func__, [&] { return synchronize_stream(stream); });
}

musaError_t musaStreamWaitEvent(musaStream_t stream, musaEvent_t event, unsigned int flags) {
  return api(__func__, [&] { return wait_event(stream, event, flags); });
}

musaError_t musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback,
                                  void* userData, unsigned int flags) {
  return api(__func__, [&] { return add_callback(stream, callback, userData, flags); });
}

musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void* userData) {
  return api(__func__, [&] { return launch_host_function(stream, fn, userData); });
}
