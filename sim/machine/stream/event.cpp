// Recording events, waiting for them, and the times between them.
#include "machine/stream/event.h"

#include <time.h>

#include "machine/context/context.h"
#include "machine/device/simulated_gpus.h"
#include "machine/stream/capture.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/shared_event.h"
#include "machine/stream/stream_object.h"
#include "machine/stream/synchronized.h"
#include "machine/stream/waits.h"

namespace musasim {

namespace {

std::int64_t steady_nanoseconds() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

}  // namespace

Event::Event(int device, unsigned flags, std::shared_ptr<SharedEvent> shared)
    : device_(device), flags_(flags), context_(current_owner()), shared_(std::move(shared)) {}

std::uint64_t Event::start(Dependency work) {
  recorded_ = true;
  in_capture_ = false;
  place_ = CapturedPlace();
  work_ = std::move(work);
  return ++generation_;
}

void Event::stamp_locked(std::uint64_t generation) {
  if (generation == generation_) {
    time_ = steady_nanoseconds();
  }
}

void Event::stamp(std::uint64_t generation, std::uint64_t shared_number) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stamp_locked(generation);
  }
  if (shared_) {
    shared_->finish(shared_number);
  }
}

musaError_t Event::record(Stream& stream, unsigned flags) {
  if (stream.device() != device_) {
    return musaErrorInvalidResourceHandle;
  }
  if (stream.capturing.load(std::memory_order_acquire)) {
    return record_captured(stream, flags);
  }
  return (flags & musaEventRecordExternal) != 0 ? musaErrorInvalidValue : record_running(stream);
}

musaError_t Event::record_captured(Stream& stream, unsigned flags) {
  if ((flags & musaEventRecordExternal) != 0) {
    return musasim::record_operation(stream, record_operation());
  }
  CapturedPlace place;
  if (const musaError_t error = captured_place(stream, &place); error != musaSuccess) {
    return error;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  start(Dependency());
  in_capture_ = true;
  place_ = std::move(place);
  return musaSuccess;
}

musaError_t Event::record_running(Stream& stream) {
  if (const musaError_t error = check_implicit_dependency(stream); error != musaSuccess) {
    return error;
  }
  if (const musaError_t error = device_error(stream); error != musaSuccess) {
    return error;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t shared_number = shared_ ? shared_->begin() : 0;
  // Work that this thread does in the stream's turn is done as far as it goes.
  if ((stream.idle() || has_turn_of(stream)) && implicit_dependencies(stream).empty()) {
    stamp_locked(start(Dependency()));
    if (shared_) {
      shared_->finish(shared_number);
    }
    return musaSuccess;
  }
  const std::uint64_t generation = start(Dependency());
  Operation operation;
  operation.kind = OperationKind::kEventRecord;
  operation.run_if_broken = true;  // other processes must not wait for ever
  operation.run = [self = shared_from_this(), generation, shared_number]() -> musaError_t {
    self->stamp(generation, shared_number);
    return musaSuccess;
  };
  return submit_to(stream, std::move(operation), {}, &work_);
}

bool Event::in_capture(CapturedPlace* place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  *place = place_;
  return in_capture_;
}

musaError_t Event::wait_in(Stream& stream, unsigned flags) {
  if ((flags & musaEventWaitExternal) != 0) {
    return stream.capturing.load(std::memory_order_acquire)
               ? musasim::record_operation(stream, wait_operation())
               : musaErrorInvalidValue;
  }
  CapturedPlace place;
  if (in_capture(&place)) {
    return join_capture(stream, std::move(place));
  }
  if (stream.capturing.load(std::memory_order_acquire)) {
    return wait_captured(stream);
  }
  if (shared_) {
    return submit_to(stream, wait_operation());
  }
  if (const musaError_t broken = what_broke(device_); broken != musaSuccess) {
    return broken;  // its work will not be done
  }
  Dependency work = present_work();
  if (work.met()) {
    return check_implicit_dependency(stream);
  }
  Operation operation;
  operation.kind = OperationKind::kEventWait;
  return submit_to(stream, std::move(operation), {std::move(work)});
}

musaError_t Event::wait_captured(Stream& stream) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!recorded_ && !shared_) {
      return musaSuccess;  // nothing to wait for
    }
  }
  invalidate_capture(stream);
  return musaErrorStreamCaptureIsolation;
}

Operation Event::record_operation() {
  Operation operation;
  operation.kind = OperationKind::kEventRecord;
  operation.params = EventParams{shared_from_this()};
  return operation;
}

Operation Event::wait_operation() {
  Operation operation;
  operation.kind = OperationKind::kEventWait;
  operation.params = EventParams{shared_from_this()};
  if (shared_) {
    // Numbered now: a later recording is no business of this wait.
    operation.run = [self = shared_from_this(), number = shared_->latest()]() -> musaError_t {
      return self->wait_shared(number);
    };
  }
  return operation;
}

Dependency Event::present_work() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return work_;
}

musaError_t Event::wait_shared(std::uint64_t number) {
  return number == 0 ? musaSuccess : shared_->wait(number);
}

// An event that exists only in a capture cannot be asked for.
musaError_t Event::check_asking() {
  CapturedPlace place;
  if (in_capture(&place)) {
    invalidate_place(place);
    return musaErrorCapturedEvent;
  }
  return check_not_capturing();
}

musaError_t Event::query() {
  if (const musaError_t error = check_asking(); error != musaSuccess) {
    return error;
  }
  const Dependency work = present_work();
  bool done = work.met();
  if (shared_) {
    const std::uint64_t number = shared_->latest();
    if (shared_->abandoned(number)) {
      return musaErrorExternalDevice;
    }
    done = done && shared_->done(number);
  }
  const musaError_t broken = what_broke(device_);
  return broken != musaSuccess || done ? broken : musaErrorNotReady;
}

musaError_t Event::synchronize() {
  if (const musaError_t error = check_asking(); error != musaSuccess) {
    return error;
  }
  wait_known(waiter_of_thread(), present_work());
  if (shared_) {
    if (const musaError_t error = wait_shared(shared_->latest()); error != musaSuccess) {
      return error;
    }
  }
  pools::on_synchronized(device_);
  return what_broke(device_);
}

musaError_t Event::elapsed(float* milliseconds, Event& start, Event& end) {
  std::int64_t times[2] = {0, 0};
  bool ready = true;
  int index = 0;
  for (Event* event : {&start, &end}) {
    const std::lock_guard<std::mutex> lock(event->mutex_);
    if (event->in_capture_) {
      return musaErrorCapturedEvent;
    }
    if (!event->recorded_ || (event->flags_ & musaEventDisableTiming) != 0 ||
        event->device_ != start.device_) {
      return musaErrorInvalidResourceHandle;
    }
    ready = ready && event->work_.met();
    times[index++] = event->time_;
  }
  if (!ready) {
    return musaErrorNotReady;
  }
  *milliseconds = static_cast<float>(static_cast<double>(times[1] - times[0]) / 1e6);
  return musaSuccess;
}

EventRecording::EventRecording(std::shared_ptr<Event> event)
    : event_(std::move(event)), timeline_(std::make_shared<Timeline>()) {
  const std::lock_guard<std::mutex> lock(event_->mutex_);
  shared_number_ = event_->shared_ ? event_->shared_->begin() : 0;
  generation_ = event_->start(Dependency{timeline_, 1});
}

void EventRecording::pass() noexcept {
  if (!timeline_->has_reached(1)) {
    event_->stamp(generation_, shared_number_);
    timeline_->reach(1);
  }
}

}  // namespace musasim
