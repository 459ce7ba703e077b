// The simulated devices of this process, which one a thread uses, and what has broken on each.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/faults/devices.h"
#include "machine/settings/settings.h"

namespace musasim {

// State of one device that belongs to no other part. Memory, streams and kernels keep their own,
// by device index.
struct DeviceState {
  std::atomic<int> sticky{musaSuccess};  // what broke the device, until musasimRepairDevices()
  std::atomic<bool> has_context{false};  // some call has used it
  std::atomic<unsigned> flags{0};        // musaDeviceSchedule*, MapHost ...
};

inline bool is_device(int index) noexcept { return index >= 0 && index < device_count(); }
// Why there are none although some were asked for (a bad setting); empty otherwise.
MUSASIM_API const std::string& device_problem();
// The settings that were read; with a bad one: the default model and no devices.
MUSASIM_API const Settings& settings();

// `index` must be in range.
MUSASIM_API DeviceState& device_state(int index) noexcept;
MUSASIM_API const Model& device_model(int index);

// The calling thread's device: that of its current context, or the default before any
// call chose one.
MUSASIM_API int current_device() noexcept;
// musaErrorInvalidDevice when there is no such device.
MUSASIM_API musaError_t set_current_device(int index) noexcept;

// The device of threads that have chosen none is the first of these; 0 again for an empty list.
// musaErrorInvalidDevice.
MUSASIM_API musaError_t set_default_devices(const int* devices, int count) noexcept;

// The error that broke the device, musaSuccess for a whole one and for -1.
MUSASIM_API musaError_t what_broke(int index) noexcept;

// This process was forked from one that had used a device: no device works here.
MUSASIM_API bool in_bad_fork() noexcept;
// Called by the runtime's first use of a device: makes its context, unless the thread works in a
// context of the program (machine/context defines it).
MUSASIM_API void mark_used(int index) noexcept;
// The part of it that is the device's.
void begin_use(int index) noexcept;
// Children that are forked from now on cannot use devices.
MUSASIM_API void watch_forks() noexcept;

// The runtime has used a device in the calling thread, which so has a current context.
MUSASIM_API bool used_by_this_thread() noexcept;
MUSASIM_API void forget_use_by_this_thread() noexcept;

}  // namespace musasim
