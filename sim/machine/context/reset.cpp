// Reset of a device.
#include "machine/context/context.h"

#include "machine/array/array.h"
#include "machine/device/device.h"
#include "machine/device/limits.h"
#include "machine/device/peers.h"
#include "machine/kernels/registry.h"
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"

namespace musasim {

musaError_t reset_device(int device) {
  drain_device(device);
  destroy_streams(device);
  reset_kernels(device);
  forget_arrays(device);
  free_all(device);
  reset_limits(device);
  reset_peers(device);
  DeviceState& state = device_state(device);
  state.has_context = false;
  state.flags = 0;
  return musaSuccess;
}

}  // namespace musasim
