// Handing work over to streams, and waiting for it.
#include "machine/device/simulated_gpus.h"
#include "machine/settings/settings.h"
#include "machine/stream/activity.h"
#include "machine/stream/capture.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/stream_object.h"
#include "machine/stream/waits.h"

namespace musasim {

namespace {

bool all_met(const std::vector<Dependency>& dependencies) {
  for (const Dependency& dependency : dependencies) {
    if (!dependency.met()) {
      return false;
    }
  }
  return true;
}

void name_place(const Stream& stream, Operation* operation) noexcept {
  operation->device = stream.device();
  operation->stream = stream.id();
  operation->correlation = current_correlation();
}

musaError_t run_inline(Stream& stream, std::uint64_t number, Operation operation) {
  const musaError_t error = execute(operation);
  operation = Operation();
  stream.finish_inline(number);
  return error;
}

musaError_t submit_and_wait(Stream& stream, Operation operation,
                            std::vector<Dependency> dependencies) {
  auto result = std::make_shared<musaError_t>(musaSuccess);
  operation.run = [run = std::move(operation.run), result]() -> musaError_t {
    *result = run ? run() : musaSuccess;
    return *result;
  };
  const Dependency done{stream.timeline(),
                        stream.enqueue(std::move(operation), std::move(dependencies))};
  wait_known(waiter_of_thread(), done);
  return *result != musaSuccess ? *result : device_error(stream);
}

musaError_t run_now_on(Stream& stream, Operation operation) {
  if (stream.capturing.load(std::memory_order_acquire)) {
    return record_operation(stream, std::move(operation));
  }
  if (const musaError_t error = check_submission(stream); error != musaSuccess) {
    return error;
  }
  name_place(stream, &operation);
  if (has_turn_of(stream)) {
    return execute(operation);
  }
  std::vector<Dependency> dependencies = implicit_dependencies(stream);
  if (all_met(dependencies)) {
    if (const std::uint64_t number = stream.begin_inline(); number != 0) {
      return run_inline(stream, number, std::move(operation));
    }
  }
  return submit_and_wait(stream, std::move(operation), std::move(dependencies));
}

}  // namespace

musaError_t check_submission(const Stream& stream) {
  if (const musaError_t error = check_implicit_dependency(stream); error != musaSuccess) {
    return error;
  }
  return device_error(stream);
}

musaError_t device_error(const Stream& stream) noexcept {
  if (in_bad_fork()) {
    return musaErrorInitializationError;  // the workers stayed behind: nothing would ever be done
  }
  return static_cast<musaError_t>(
      device_state(stream.device()).sticky.load(std::memory_order_acquire));
}

musaError_t submit_to(Stream& stream, Operation operation, std::vector<Dependency> dependencies,
                      Dependency* done) {
  if (stream.capturing.load(std::memory_order_acquire)) {
    return record_operation(stream, std::move(operation));
  }
  if (const musaError_t error = check_submission(stream); error != musaSuccess) {
    return error;
  }
  name_place(stream, &operation);
  for (Dependency& implicit : implicit_dependencies(stream)) {
    dependencies.push_back(std::move(implicit));
  }
  const std::uint64_t number = stream.enqueue(std::move(operation), std::move(dependencies));
  if (done != nullptr) {
    *done = Dependency{stream.timeline(), number};
  }
  return musaSuccess;
}

musaError_t submit(musaStream_t stream, Operation operation) {
  const StreamPtr found = find_stream(stream);
  return found ? submit_to(*found, std::move(operation)) : musaErrorInvalidResourceHandle;
}

musaError_t submit_kernel(musaStream_t stream, Operation operation) {
  return launch_blocking() ? run_now(stream, std::move(operation))
                           : submit(stream, std::move(operation));
}

musaError_t run_now(musaStream_t stream, Operation operation) {
  const StreamPtr found = find_stream(stream);
  return found ? run_now_on(*found, std::move(operation)) : musaErrorInvalidResourceHandle;
}

}  // namespace musasim
