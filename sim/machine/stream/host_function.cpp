// Host functions and callbacks.
#include "machine/stream/host_function.h"

#include "machine/device/simulated_gpus.h"
#include "machine/stream/capture.h"
#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

thread_local bool t_in_host_function = false;

}  // namespace

bool in_host_function() noexcept { return t_in_host_function; }

HostFunctionScope::HostFunctionScope() noexcept : outer_(t_in_host_function) {
  t_in_host_function = true;
}

HostFunctionScope::~HostFunctionScope() { t_in_host_function = outer_; }

Operation host_operation(musaHostFn_t function, void* data) {
  Operation operation;
  operation.kind = OperationKind::kHost;
  operation.name = "musaLaunchHostFunc";
  operation.params = HostParams{function, data};
  operation.run = [function, data]() -> musaError_t {
    const HostFunctionScope scope;
    function(data);
    return musaSuccess;
  };
  return operation;
}

musaError_t launch_host_function(musaStream_t stream, musaHostFn_t function, void* data) {
  if (function == nullptr) {
    return musaErrorInvalidValue;
  }
  return submit(stream, host_operation(function, data));
}

musaError_t add_callback(musaStream_t stream, StreamCallback callback, void* data, unsigned flags) {
  if (callback == nullptr || flags != 0) {
    return musaErrorInvalidValue;
  }
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  Operation operation;
  operation.kind = OperationKind::kOther;
  operation.name = "musaStreamAddCallback";
  operation.run_if_broken = true;
  operation.run = [stream, callback, data, device = found->device()]() -> musaError_t {
    const HostFunctionScope scope;
    callback(stream, static_cast<musaError_t>(device_state(device).sticky.load()), data);
    return musaSuccess;
  };
  return submit_to(*found, std::move(operation));
}

}  // namespace musasim
