// Events by handle: what the public functions call.
#include "machine/device/simulated_gpus.h"
#include "machine/stream/event.h"
#include "machine/stream/handle_table.h"
#include "machine/stream/shared_event.h"

namespace musasim {

namespace {

HandleTable<Event>& events() {
  static HandleTable<Event>* const table = new HandleTable<Event>;
  return *table;
}

constexpr unsigned kEventFlags =
    musaEventBlockingSync | musaEventDisableTiming | musaEventInterprocess;

musaEvent_t add_event(unsigned flags, std::shared_ptr<SharedEvent> shared) {
  return static_cast<musaEvent_t>(
      events().add(std::make_shared<Event>(current_device(), flags, std::move(shared))));
}

}  // namespace

std::shared_ptr<Event> find_event(musaEvent_t event) noexcept { return events().find(event); }

musaError_t create_event(musaEvent_t* event, unsigned flags) {
  const bool interprocess = (flags & musaEventInterprocess) != 0;
  if (event == nullptr || (flags & ~kEventFlags) != 0 ||
      (interprocess && (flags & musaEventDisableTiming) == 0)) {
    return musaErrorInvalidValue;
  }
  *event = add_event(flags, interprocess ? SharedEvent::create() : nullptr);
  return musaSuccess;
}

musaError_t destroy_event(musaEvent_t event) {
  return events().remove(event) ? musaSuccess : musaErrorInvalidResourceHandle;
}

void destroy_events(int device, unsigned long long context) {
  events().remove_if(
      [&](const Event& event) { return event.device() == device && event.context() == context; });
}

musaError_t record_event(musaEvent_t event, musaStream_t stream, unsigned flags) {
  if ((flags & ~unsigned{musaEventRecordExternal}) != 0) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<Event> found = find_event(event);
  const StreamPtr target = find_stream(stream);
  return found && target ? found->record(*target, flags) : musaErrorInvalidResourceHandle;
}

musaError_t wait_event(musaStream_t stream, musaEvent_t event, unsigned flags) {
  if ((flags & ~unsigned{musaEventWaitExternal}) != 0) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<Event> found = find_event(event);
  const StreamPtr target = find_stream(stream);
  return found && target ? found->wait_in(*target, flags) : musaErrorInvalidResourceHandle;
}

musaError_t query_event(musaEvent_t event) {
  const std::shared_ptr<Event> found = find_event(event);
  return found ? found->query() : musaErrorInvalidResourceHandle;
}

musaError_t synchronize_event(musaEvent_t event) {
  const std::shared_ptr<Event> found = find_event(event);
  return found ? found->synchronize() : musaErrorInvalidResourceHandle;
}

musaError_t elapsed_time(float* milliseconds, musaEvent_t start, musaEvent_t end) {
  if (milliseconds == nullptr) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<Event> first = find_event(start);
  const std::shared_ptr<Event> last = find_event(end);
  return first && last ? Event::elapsed(milliseconds, *first, *last)
                       : musaErrorInvalidResourceHandle;
}

musaError_t export_event(musaIpcEventHandle_t* handle, musaEvent_t event) {
  if (handle == nullptr) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<Event> found = find_event(event);
  if (!found || !found->shared()) {
    return musaErrorInvalidResourceHandle;
  }
  *handle = found->shared()->handle();
  return musaSuccess;
}

musaError_t open_event(musaEvent_t* event, const musaIpcEventHandle_t& handle) {
  if (event == nullptr) {
    return musaErrorInvalidValue;
  }
  musaError_t error = musaSuccess;
  std::shared_ptr<SharedEvent> shared = SharedEvent::open(handle, &error);
  if (!shared) {
    return error;
  }
  *event = add_event(musaEventInterprocess | musaEventDisableTiming, std::move(shared));
  return musaSuccess;
}

}  // namespace musasim
