// Fills.
#include "machine/memory/copy.h"
#include "musart/api.h"
#include "musart/memcpy.h"

using namespace musasim;

namespace musasim {

musaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                      musaStream_t stream, bool wait) {
  Fill fill;
  fill.to = {to, pitch, pitch * height};
  fill.value = static_cast<unsigned>(value);
  fill.width = width;
  fill.height = height;
  return do_fill(fill, stream, wait);
}

musaError_t fill_box(musaPitchedPtr to, int value, musaExtent extent, musaStream_t stream,
                     bool wait) {
  Fill fill;
  fill.to = {to.ptr, to.pitch, to.pitch * to.ysize};
  fill.value = static_cast<unsigned>(value);
  fill.width = extent.width;
  fill.height = extent.height;
  fill.depth = extent.depth;
  return do_fill(fill, stream, wait);
}

}  // namespace musasim

musaError_t musaMemset(void* devPtr, int value, size_t count) {
  return api(__func__, [&] { return fill_rows(devPtr, count, value, count, 1, nullptr, true); });
}

musaError_t musaMemsetAsync(void* devPtr, int value, size_t count, musaStream_t stream) {
  return api(__func__, [&] { return fill_rows(devPtr, count, value, count, 1, stream, false); });
}

musaError_t musaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return api(__func__,
             [&] { return fill_rows(devPtr, pitch, value, width, height, nullptr, true); });
}

musaError_t musaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                              musaStream_t stream) {
  return api(__func__,
             [&] { return fill_rows(devPtr, pitch, value, width, height, stream, false); });
}

musaError_t musaMemset3D(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent) {
  return api(__func__, [&] { return fill_box(pitchedDevPtr, value, extent, nullptr, true); });
}

musaError_t musaMemset3DAsync(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent,
                              musaStream_t stream) {
  return api(__func__, [&] { return fill_box(pitchedDevPtr, value, extent, stream, false); });
}
