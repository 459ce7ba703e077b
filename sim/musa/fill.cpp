// Fills with values of 1, 2 and 4 bytes.
#include "musa/copy.h"

namespace d = musasim::driver;

namespace {

musaError_t fill(MUdeviceptr to, std::size_t pitch, unsigned value, unsigned element,
                 std::size_t width, std::size_t height, MUstream stream, bool wait) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(width, std::size_t{element}, &bytes) || to % element != 0 ||
      (height > 1 && pitch % element != 0)) {
    return musaErrorInvalidValue;
  }
  musasim::Fill fill;
  fill.to = {d::pointer(to), height > 1 ? pitch : bytes, 0};
  fill.value = value;
  fill.element = element;
  fill.width = bytes;
  fill.height = height;
  return musasim::do_fill(fill, stream, wait);
}

}  // namespace

MUresult muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, uc, 1, N, 1, nullptr, true); });
}

MUresult muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t N) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, us, 2, N, 1, nullptr, true); });
}

MUresult muMemsetD32(MUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, ui, 4, N, 1, nullptr, true); });
}

MUresult muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, uc, 1, Width, Height, nullptr, true); });
}

MUresult muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, us, 2, Width, Height, nullptr, true); });
}

MUresult muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, ui, 4, Width, Height, nullptr, true); });
}

MUresult muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t N, MUstream hStream) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, uc, 1, N, 1, hStream, false); });
}

MUresult muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t N, MUstream hStream) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, us, 2, N, 1, hStream, false); });
}

MUresult muMemsetD32Async(MUdeviceptr dstDevice, unsigned int ui, size_t N, MUstream hStream) {
  return d::in_context(__func__, [&] { return fill(dstDevice, 0, ui, 4, N, 1, hStream, false); });
}

MUresult muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, MUstream hStream) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, uc, 1, Width, Height, hStream, false); });
}

MUresult muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, MUstream hStream) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, us, 2, Width, Height, hStream, false); });
}

MUresult muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                            size_t Height, MUstream hStream) {
  return d::in_context(
      __func__, [&] { return fill(dstDevice, dstPitch, ui, 4, Width, Height, hStream, false); });
}
