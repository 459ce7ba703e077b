// Makes a device the calling thread's for a while.
#pragma once

#include "machine/device/simulated_gpus.h"

namespace musasim {

class DeviceScope {
 public:
  // Not a device: nothing changes.
  explicit DeviceScope(int device) noexcept : outer_(current_device()) {
    if (device != outer_) {
      set_current_device(device);
    }
  }
  ~DeviceScope() {
    if (current_device() != outer_) {
      set_current_device(outer_);
    }
  }
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  const int outer_;
};

}  // namespace musasim
