// The primary context of each device, which the runtime uses too.
#include "musa/api.h"

namespace d = musasim::driver;

namespace {

template <class Body>
MUresult about(const char* name, int device, Body&& body) noexcept {
  return d::initialized(name, [&]() -> musaError_t {
    return d::is_device(device) ? std::forward<Body>(body)() : musaErrorInvalidDevice;
  });
}

}  // namespace

MUresult muDevicePrimaryCtxRetain(MUcontext* pctx, MUdevice dev) {
  return about(__func__, dev, [&] {
    return pctx == nullptr ? musaErrorInvalidValue
                           : d::store(pctx, d::handle_of(musasim::retain_primary(dev)));
  });
}

MUresult muDevicePrimaryCtxRelease(MUdevice dev) {
  return about(__func__, dev, [&] { return musasim::release_primary(dev); });
}

MUresult muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned int flags) {
  return about(__func__, dev, [&] {
    if ((flags & ~unsigned{MU_CTX_FLAGS_MASK}) != 0) {
      return musaErrorInvalidValue;
    }
    musasim::device_state(dev).flags = flags;
    return musaSuccess;
  });
}

MUresult muDevicePrimaryCtxGetState(MUdevice dev, unsigned int* flags, int* active) {
  return about(__func__, dev, [&] {
    if (flags == nullptr || active == nullptr) {
      return musaErrorInvalidValue;
    }
    *flags = musasim::device_state(dev).flags;
    *active = musasim::primary_is_active(dev) ? 1 : 0;
    return musaSuccess;
  });
}

MUresult muDevicePrimaryCtxReset(MUdevice dev) {
  return about(__func__, dev, [&] { return musasim::reset_device(dev); });
}
