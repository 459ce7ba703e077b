// Events: marks on the timelines of streams, with the time at which a worker passed them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/capture.h"
#include "machine/stream/stream.h"
#include "machine/stream/timeline.h"

namespace musasim {

class SharedEvent;

// --- what the public functions do ---

MUSASIM_API musaError_t create_event(musaEvent_t* event, unsigned flags);
MUSASIM_API musaError_t destroy_event(musaEvent_t event);
// Destroys the events of a context (0: the primary one) of the device.
void destroy_events(int device, unsigned long long context);
MUSASIM_API musaError_t record_event(musaEvent_t event, musaStream_t stream, unsigned flags);
MUSASIM_API musaError_t wait_event(musaStream_t stream, musaEvent_t event, unsigned flags);
MUSASIM_API musaError_t query_event(musaEvent_t event);
MUSASIM_API musaError_t synchronize_event(musaEvent_t event);
MUSASIM_API musaError_t elapsed_time(float* milliseconds, musaEvent_t start, musaEvent_t end);

MUSASIM_API musaError_t export_event(musaIpcEventHandle_t* handle, musaEvent_t event);
MUSASIM_API musaError_t open_event(musaEvent_t* event, const musaIpcEventHandle_t& handle);

// Empty for a dead handle.
MUSASIM_API std::shared_ptr<Event> find_event(musaEvent_t event) noexcept;

// --- the machine's own ---

// One recording that is under way, by a graph: the event counts as recorded from now on, and as
// reached when this passes it, or goes.
class EventRecording {
 public:
  explicit EventRecording(std::shared_ptr<Event> event);
  ~EventRecording() { pass(); }
  EventRecording(const EventRecording&) = delete;
  EventRecording& operator=(const EventRecording&) = delete;
  void pass() noexcept;

 private:
  const std::shared_ptr<Event> event_;
  const std::shared_ptr<Timeline> timeline_;
  std::uint64_t generation_ = 0;
  std::uint64_t shared_number_ = 0;
};

class Event : public std::enable_shared_from_this<Event> {
 public:
  Event(int device, unsigned flags, std::shared_ptr<SharedEvent> shared);

  int device() const noexcept { return device_; }
  unsigned flags() const noexcept { return flags_; }
  // The context that it goes with; 0: the primary one.
  unsigned long long context() const noexcept { return context_; }
  const std::shared_ptr<SharedEvent>& shared() const noexcept { return shared_; }
  // The handle that the user has for it.
  musaEvent_t handle() noexcept { return reinterpret_cast<musaEvent_t>(this); }

  musaError_t record(Stream& stream, unsigned flags);
  musaError_t wait_in(Stream& stream, unsigned flags);
  musaError_t query();
  musaError_t synchronize();
  static musaError_t elapsed(float* milliseconds, Event& start, Event& end);

  // Operation of an event record or wait node. A graph replaces the first by an EventRecording.
  Operation record_operation();
  Operation wait_operation();
  // The work that a waiter waits for now: within this process, and among processes.
  Dependency present_work();
  musaError_t wait_shared(std::uint64_t number);

 private:
  friend class EventRecording;

  musaError_t record_captured(Stream& stream, unsigned flags);
  musaError_t record_running(Stream& stream);
  musaError_t wait_captured(Stream& stream);
  // A new recording whose end is `work`; both need mutex_.
  std::uint64_t start(Dependency work);
  void stamp_locked(std::uint64_t generation);
  void stamp(std::uint64_t generation, std::uint64_t shared_number);
  musaError_t check_asking();
  // The latest recording exists only in a capture, at that place.
  bool in_capture(CapturedPlace* place);

  const int device_;
  const unsigned flags_;
  const unsigned long long context_;
  const std::shared_ptr<SharedEvent> shared_;

  std::mutex mutex_;
  bool recorded_ = false;
  std::uint64_t generation_ = 0;  // counts recordings
  Dependency work_;               // end of the latest one
  std::int64_t time_ = 0;         // of the latest one, ns of the steady clock
  bool in_capture_ = false;       // the latest one is `place_`
  CapturedPlace place_;
};

}  // namespace musasim
