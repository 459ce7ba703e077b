// Waiting for streams and devices.
#include "machine/device/simulated_gpus.h"
#include "machine/settings/inventory.h"
#include "machine/stream/capture.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/stream_object.h"
#include "machine/stream/synchronized.h"
#include "machine/stream/waits.h"
#include "musasim/work.h"

namespace musasim {

namespace {

// The error that forbids to ask for the stream, or to wait for it.
musaError_t check_asking(const Stream& stream) {
  return in_bad_fork() ? musaErrorInitializationError : check_waiting(stream);
}

}  // namespace

bool is_idle(const Stream& stream) {
  if (!stream.idle()) {
    return false;
  }
  for (const Dependency& dependency : implicit_dependencies(stream)) {
    if (!dependency.met()) {
      return false;
    }
  }
  return true;
}

musaError_t query_stream(musaStream_t stream) {
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  if (const musaError_t error = check_asking(*found); error != musaSuccess) {
    return error;
  }
  // The legacy stream is done only when all that it would wait for is.
  const bool done = found->kind() == StreamKind::kLegacy ? is_idle(*found) : found->idle();
  const musaError_t broken = device_error(*found);
  return broken != musaSuccess || done ? broken : musaErrorNotReady;
}

musaError_t synchronize_stream(musaStream_t stream) {
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  if (const musaError_t error = check_asking(*found); error != musaSuccess) {
    return error;
  }
  if (found->kind() == StreamKind::kLegacy) {
    for (const Dependency& dependency : implicit_dependencies(*found)) {
      wait_known(waiter_of_thread(), dependency);
    }
  }
  found->wait_idle();
  pools::on_synchronized(found->device());
  return device_error(*found);
}

void drain_device(int device) {
  if (in_bad_fork()) {
    return;
  }
  for (const StreamPtr& stream : streams_of(device)) {
    stream->wait_idle();
  }
}

std::vector<Dependency> present_work(int device) {
  std::vector<Dependency> work;
  for (const StreamPtr& stream : streams_of(device)) {
    if (!stream->idle()) {
      work.push_back(stream->tail());
    }
  }
  return work;
}

musaError_t synchronize_device(int device) {
  if (const musaError_t error = check_waiting_for_device(device); error != musaSuccess) {
    return error;
  }
  drain_device(device);
  pools::on_synchronized(device);
  return static_cast<musaError_t>(device_state(device).sticky.load(std::memory_order_acquire));
}

}  // namespace musasim

extern "C" MUSASIM_API void musasimFinishWork(void) {
  using namespace musasim;
  for (int device = 0; devices_are_counted() && !in_bad_fork() && device < device_count();
       ++device) {
    drain_device(device);
  }
}
