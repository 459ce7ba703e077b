// Copies of bytes, within and between devices.
#include "musart/memcpy.h"
#include "machine/memory/allocation.h"
#include "machine/memory/copy.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace musasim {

musaError_t copy_bytes(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind,
                       musaStream_t stream, bool wait) {
  return do_copy(linear_copy(to, from, bytes, kind), stream, wait);
}

musaError_t wait_for_devices(int first, int second) {
  for (const int device : {first, second}) {
    if (!is_device(device)) {
      return musaErrorInvalidDevice;
    }
  }
  if (const musaError_t error = check_not_capturing(); error != musaSuccess) {
    return error;
  }
  for (const int device : {first, second}) {
    if (device != current_device()) {
      drain_device(device);
    }
  }
  return musaSuccess;
}

}  // namespace musasim

musaError_t musaMemcpy(void* dst, const void* src, size_t count, musaMemcpyKind kind) {
  return api(__func__, [&] { return copy_bytes(dst, src, count, kind, nullptr, true); });
}

musaError_t musaMemcpyAsync(void* dst, const void* src, size_t count, musaMemcpyKind kind,
                            musaStream_t stream) {
  return api(__func__, [&] { return copy_bytes(dst, src, count, kind, stream, false); });
}

musaError_t musaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  return api(__func__, [&] {
    // Ordered after all work of the three devices.
    const musaError_t error = wait_for_devices(dstDevice, srcDevice);
    return error != musaSuccess
               ? error
               : copy_bytes(dst, src, count, musaMemcpyDeviceToDevice, nullptr, true);
  });
}

musaError_t musaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                size_t count, musaStream_t stream) {
  return api(__func__, [&] {
    return is_device(dstDevice) && is_device(srcDevice)
               ? copy_bytes(dst, src, count, musaMemcpyDeviceToDevice, stream, false)
               : musaErrorInvalidDevice;
  });
}
