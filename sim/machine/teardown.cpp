// The end of what a context owns, the reset of a device, and its repair.
#include "machine/array/array.h"
#include "machine/context/owned.h"
#include "machine/context/stack.h"
#include "machine/device/last_error.h"
#include "machine/device/limits.h"
#include "machine/device/peers.h"
#include "machine/device/simulated_gpus.h"
#include "machine/kernels/registry.h"
#include "machine/memory/allocate.h"
#include "machine/settings/inventory.h"
#include "machine/stream/stream.h"
#include "musasim/faults.h"

namespace musasim {

void unload_modules(Context& context) {
  std::set<Module*> modules;
  {
    const std::lock_guard<std::mutex> lock(context.mutex);
    modules.swap(context.modules);
  }
  for (Module* const module : modules) {
    unload_module(module);
  }
}

void free_owned(int device, OwnerId owner) {
  destroy_streams(device, owner);
  forget_arrays(device, owner);
  free_all(device, owner);
}

musaError_t destroy_context(const void* handle) {
  if (in_host_function()) {
    return musaErrorNotPermitted;
  }
  const ContextPtr context = remove_created(handle);
  if (!context) {
    return musaErrorDeviceUninitialized;
  }
  drain_device(context->device);
  unload_modules(*context);
  free_owned(context->device, context->id);
  forget_current(*context);
  return musaSuccess;
}

musaError_t release_primary(int device) {
  if (in_host_function()) {
    return musaErrorNotPermitted;
  }
  const std::lock_guard<std::mutex> whole(primaries_mutex());
  if (const musaError_t error = let_go_of_primary(device); error != musaSuccess) {
    return error;
  }
  return primary_is_active(device) ? musaSuccess : reset_device(device);
}

musaError_t reset_device(int device) {
  if (in_host_function()) {
    return musaErrorNotPermitted;
  }
  drain_device(device);
  unload_modules(*primary_context(device));
  if (!has_created_context(device)) {  // which would miss these
    reset_kernels(device);
    reset_limits(device);
    reset_peers(device);
  }
  free_owned(device, 0);
  DeviceState& state = device_state(device);
  state.has_context = false;
  state.flags = 0;
  retire_primary(device);
  return musaSuccess;
}

}  // namespace musasim

extern "C" MUSASIM_API int musasimRepairDevices(void) {
  using namespace musasim;
  musaError_t first = musaSuccess;
  for (int device = 0; devices_are_counted() && device < device_count(); ++device) {
    drain_device(device);
    if (const musaError_t broken = what_broke(device); broken != musaSuccess) {
      device_state(device).sticky = musaSuccess;
      first = first == musaSuccess ? broken : first;
    }
  }
  if (first != musaSuccess) {
    take_last_error();
  }
  return first;
}
