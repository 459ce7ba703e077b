// Copies of rectangles and boxes.
#include "musart/memcpy.h"

#include "machine/memory/copy.h"
#include "musart/api.h"

using namespace musasim;

namespace musasim {

musaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, musaMemcpyKind kind,
                      musaStream_t stream, bool wait) {
  if (width > to_pitch || width > from_pitch) {
    return musaErrorInvalidPitchValue;
  }
  Copy copy = linear_copy(to, from, width, kind);
  copy.height = height;
  copy.to.pitch = to_pitch;
  copy.from.pitch = from_pitch;
  return do_copy(copy, stream, wait);
}

musaError_t copy_box(const musaMemcpy3DParms* parms, musaStream_t stream, bool wait) {
  if (parms == nullptr) {
    return musaErrorInvalidValue;
  }
  Copy copy;
  const musaError_t error = copy_of(*parms, &copy);
  return error != musaSuccess ? error : do_copy(copy, stream, wait);
}

musaError_t copy_box_between(const musaMemcpy3DPeerParms* parms, musaStream_t stream, bool wait) {
  if (parms == nullptr) {
    return musaErrorInvalidValue;
  }
  if (!is_device(parms->srcDevice) || !is_device(parms->dstDevice)) {
    return musaErrorInvalidDevice;
  }
  musaMemcpy3DParms plain{};
  plain.srcArray = parms->srcArray;
  plain.srcPos = parms->srcPos;
  plain.srcPtr = parms->srcPtr;
  plain.dstArray = parms->dstArray;
  plain.dstPos = parms->dstPos;
  plain.dstPtr = parms->dstPtr;
  plain.extent = parms->extent;
  plain.kind = musaMemcpyDeviceToDevice;
  if (wait) {
    const musaError_t error = wait_for_devices(parms->dstDevice, parms->srcDevice);
    if (error != musaSuccess) {
      return error;
    }
  }
  return copy_box(&plain, stream, wait);
}

}  // namespace musasim

musaError_t musaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, musaMemcpyKind kind) {
  return api(__func__, [&] {
    return copy_rows(dst, dpitch, src, spitch, width, height, kind, nullptr, true);
  });
}

musaError_t musaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, musaMemcpyKind kind,
                              musaStream_t stream) {
  return api(__func__, [&] {
    return copy_rows(dst, dpitch, src, spitch, width, height, kind, stream, false);
  });
}

musaError_t musaMemcpy3D(const musaMemcpy3DParms* p) {
  return api(__func__, [&] { return copy_box(p, nullptr, true); });
}

musaError_t musaMemcpy3DAsync(const musaMemcpy3DParms* p, musaStream_t stream) {
  return api(__func__, [&] { return copy_box(p, stream, false); });
}

musaError_t musaMemcpy3DPeer(const musaMemcpy3DPeerParms* p) {
  return api(__func__, [&] { return copy_box_between(p, nullptr, true); });
}

musaError_t musaMemcpy3DPeerAsync(const musaMemcpy3DPeerParms* p, musaStream_t stream) {
  return api(__func__, [&] { return copy_box_between(p, stream, false); });
}
