// Recording the work of streams into graphs.
#include "machine/stream/capture.h"

#include "musa/api.h"

namespace d = musasim::driver;

namespace {

template <class To, class From>
void store_if(To* out, From value) {
  if (out != nullptr) {
    *out = static_cast<To>(value);
  }
}

}  // namespace

// The numbers of modes and states are the runtime's too.
MUresult muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode) {
  return d::in_context(__func__, [&] {
    return musasim::begin_capture(hStream, static_cast<musaStreamCaptureMode>(mode));
  });
}

MUresult muStreamEndCapture(MUstream hStream, MUgraph* phGraph) {
  return d::in_context(__func__, [&] { return musasim::end_capture(hStream, phGraph); });
}

MUresult muThreadExchangeStreamCaptureMode(MUstreamCaptureMode* mode) {
  return d::initialized(__func__, [&] {
    if (mode == nullptr) {
      return musaErrorInvalidValue;
    }
    auto exchanged = static_cast<musaStreamCaptureMode>(*mode);
    const musaError_t error = musasim::exchange_capture_mode(&exchanged);
    return error != musaSuccess ? error : d::store(mode, exchanged);
  });
}

MUresult muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus* captureStatus) {
  return d::in_context(__func__, [&] {
    if (captureStatus == nullptr) {
      return musaErrorInvalidValue;
    }
    musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
    const musaError_t error = musasim::capture_status(hStream, &status);
    return error != musaSuccess ? error : d::store(captureStatus, status);
  });
}

MUresult muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus* captureStatus_out,
                                muuint64_t* id_out, MUgraph* graph_out,
                                const MUgraphNode** dependencies_out, size_t* numDependencies_out) {
  return d::in_context(__func__, [&] {
    if (captureStatus_out == nullptr) {
      return musaErrorInvalidValue;
    }
    musasim::CaptureInfo info;
    const musaError_t error = musasim::capture_info(hStream, &info);
    if (error != musaSuccess) {
      return error;
    }
    *captureStatus_out = static_cast<MUstreamCaptureStatus>(info.status);
    if (info.status == musaStreamCaptureStatusActive) {
      store_if(id_out, info.id);
      store_if(graph_out, info.graph);
      store_if(dependencies_out, info.dependencies);
      store_if(numDependencies_out, info.dependency_count);
    }
    return musaSuccess;
  });
}

MUresult muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode* dependencies,
                                           size_t numDependencies, unsigned int flags) {
  return d::in_context(__func__, [&] {
    return musasim::update_capture_dependencies(hStream, dependencies, numDependencies, flags);
  });
}
