// The dispatcher's name for our devices, and checks of device indices.
#pragma once

#include <c10/core/Device.h>
#include <c10/util/Exception.h>

#include "runtime/current_device.h"

namespace musasim {

constexpr c10::DeviceType kMusa = c10::DeviceType::PrivateUse1;

inline c10::Device musa_device(int index) {
  return c10::Device(kMusa, static_cast<c10::DeviceIndex>(index));
}

// The index itself, or of the current device when it is -1; raises for one that does not exist.
inline int checked_device_index(int index) {
  const int resolved = index < 0 ? current_device() : index;
  TORCH_CHECK(device_count() > 0, "No MUSA GPUs are available",
              device_problem().empty() ? "" : " (", device_problem(),
              device_problem().empty() ? "" : ")");
  TORCH_CHECK(resolved < device_count(),
              "MUSA error: invalid device ordinal: the program asked for musa:", resolved,
              ", but the number of devices is ", device_count());
  return resolved;
}

inline void check_not_in_bad_fork() {
  TORCH_CHECK(!in_bad_fork(),
              "Cannot re-initialize MUSA in forked subprocess. To use MUSA with multiprocessing, "
              "you must use the 'spawn' start method");
}

}  // namespace musasim
