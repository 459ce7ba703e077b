// Events of the runtime inside c10::Event.
#pragma once

#include <c10/core/Event.h>

#include "driver_types.h"

namespace musasim {

// The kind of event that a c10::Event makes when it is first recorded. c10 knows one bit of it, timing.
c10::EventFlag event_flag(bool timing, bool blocking, bool interprocess) noexcept;
bool has_timing(c10::EventFlag flag) noexcept;

// The runtime's event; null before the first recording.
inline musaEvent_t handle_of(const c10::Event& event) {
  return static_cast<musaEvent_t>(event.eventId());
}

// Makes the c10::Event, which was never recorded, one for an event of the runtime on that device:
// it counts as recorded. Owns the event from now on.
void adopt(c10::Event& target, musaEvent_t event, int device);

// A new event of the runtime on the current device.
musaEvent_t make_event(c10::EventFlag flag);

}  // namespace musasim
