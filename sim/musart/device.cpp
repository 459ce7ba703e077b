// Devices: how many, which one, what they are, reset and synchronization.
#include "machine/context/context.h"
#include "machine/device/choose.h"
#include "machine/device/properties.h"
#include "machine/memory/external.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace {

// Flags that musaSetDeviceFlags takes beside one way of waiting.
constexpr unsigned kOtherFlags =
    musaDeviceMapHost | musaDeviceLmemResizeToMax | musaDeviceSyncMemops;

bool are_device_flags(unsigned flags) {
  const unsigned schedule = flags & musaDeviceScheduleMask;
  const bool one_schedule = (schedule & (schedule - 1)) == 0;
  return one_schedule && (flags & ~(musaDeviceScheduleMask | kOtherFlags)) == 0;
}

musaError_t copy_properties(musaDeviceProp* prop, int device) {
  if (prop == nullptr) {
    return musaErrorInvalidValue;
  }
  if (!is_device(device)) {
    return musaErrorInvalidDevice;
  }
  *prop = device_properties(device);
  return musaSuccess;
}

}  // namespace

musaError_t musaGetDeviceCount(int* count) {
  return query(__func__, [&]() -> musaError_t {
    if (count == nullptr) {
      return musaErrorInvalidValue;
    }
    *count = device_count();
    return initialize_driver(0);
  });
}

musaError_t musaGetDevice(int* device) {
  return ask(__func__, [&] { return store(device, current_device()); });
}

musaError_t musaSetDevice(int device) {
  return ask(__func__, [&] { return use_primary_context(device); });
}

musaError_t musaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  return ask(__func__, [&]() -> musaError_t {
    if (!is_device(device)) {
      return musaErrorInvalidDevice;
    }
    if ((flags & ~unsigned{musaInitDeviceFlagsAreValid}) != 0) {
      return musaErrorInvalidValue;
    }
    if (flags != 0) {
      if (!are_device_flags(deviceFlags)) {
        return musaErrorInvalidValue;
      }
      device_state(device).flags = deviceFlags;
    }
    mark_used(device);
    return musaSuccess;
  });
}

musaError_t musaGetDeviceProperties(musaDeviceProp* prop, int device) {
  return ask(__func__, [&] { return copy_properties(prop, device); });
}

musaError_t musaGetDeviceProperties_v2(musaDeviceProp* prop, int device) {
  return ask(__func__, [&] { return copy_properties(prop, device); });
}

musaError_t musaDeviceGetAttribute(int* value, musaDeviceAttr attr, int device) {
  return ask(__func__, [&]() -> musaError_t {
    if (value == nullptr) {
      return musaErrorInvalidValue;
    }
    return is_device(device) ? device_attribute(device, attr, value) : musaErrorInvalidDevice;
  });
}

musaError_t musaChooseDevice(int* device, const musaDeviceProp* prop) {
  return ask(__func__, [&]() -> musaError_t {
    return prop == nullptr ? musaErrorInvalidValue : store(device, choose_device(*prop));
  });
}

musaError_t musaSetValidDevices(int* device_arr, int len) {
  return ask(__func__, [&]() -> musaError_t {
    if (len < 0 || len > device_count() || (len > 0 && device_arr == nullptr)) {
      return musaErrorInvalidValue;
    }
    return set_default_devices(device_arr, len);
  });
}

musaError_t musaSetDeviceFlags(unsigned int flags) {
  return ask(__func__, [&]() -> musaError_t {
    if (!are_device_flags(flags)) {
      return musaErrorInvalidValue;
    }
    device_state(current_device()).flags = flags;
    return musaSuccess;
  });
}

// Mapped host memory always works.
musaError_t musaGetDeviceFlags(unsigned int* flags) {
  return ask(__func__, [&] {
    return store(flags, device_state(current_device()).flags.load() | musaDeviceMapHost);
  });
}

musaError_t musaDeviceSynchronize() {
  return api(__func__, [] { return synchronize_device(current_device()); });
}

// A broken device stays broken, but its memory can still be given back.
musaError_t musaDeviceReset() {
  return ask(__func__, []() -> musaError_t {
    const int device = current_device();
    const int sticky = device_state(device).sticky.load();
    const musaError_t captures = check_not_capturing();
    if (captures != musaSuccess) {
      return captures;
    }
    const musaError_t error = reset_device(device);
    return sticky != musaSuccess ? static_cast<musaError_t>(sticky) : error;
  });
}

musaError_t musaDeviceFlushGPUDirectRDMAWrites(musaFlushGPUDirectRDMAWritesTarget target,
                                               musaFlushGPUDirectRDMAWritesScope scope) {
  return api(__func__, [&] { return external::flush_writes(target, scope); });
}
