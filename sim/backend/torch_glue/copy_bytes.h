// Copies of bytes on the current streams of the devices, with PyTorch's rules for what waits.
#pragma once

#include <cstddef>

#include "torch_glue/stream.h"

namespace musasim {

// A stretch of memory: of a device, or of the host (-1).
struct Place {
  void* pointer;
  int device;

  bool on_device() const noexcept { return device >= 0; }
};

// At least one end is on a device. Between devices: on the source's current stream, after what both
// current streams hold and before what comes later on them. Between host and device: on the device's
// current stream; the call waits for the copy, unless it is asked not to and the host's memory is
// pinned (or the copy could be staged). Within a device nothing waits.
void copy_bytes(const Place& to, const Place& from, std::size_t bytes, bool non_blocking);

// While it lives, what is done on the source's current stream comes after what both devices' current
// streams hold, and before what comes later on the target's.
class BetweenDevices {
 public:
  BetweenDevices(int to, int from);
  ~BetweenDevices() noexcept(false);
  BetweenDevices(const BetweenDevices&) = delete;
  BetweenDevices& operator=(const BetweenDevices&) = delete;

 private:
  const int to_;
  const int from_;
};

}  // namespace musasim
