// Formats and sizes that arrays can have.
#include "machine/array/format.h"

#include <algorithm>

#include "machine/array/array.h"
#include "machine/device/properties.h"

namespace musasim {

namespace {

bool is_width(int bits, musaChannelFormatKind kind) {
  return bits == 16 || bits == 32 || (bits == 8 && kind != musaChannelFormatKindFloat);
}

bool has(unsigned flags, unsigned flag) { return (flags & flag) != 0; }

bool fits(const musaExtent& extent, std::size_t width, std::size_t height, std::size_t depth) {
  return extent.width <= width && extent.height <= height && extent.depth <= depth;
}

std::size_t size(int value) { return static_cast<std::size_t>(value); }

bool within_device(const musaExtent& extent, unsigned flags, const musaDeviceProp& p) {
  if (has(flags, musaArrayLayered)) {
    return extent.height == 0
               ? fits(extent, size(p.maxTexture1DLayered[0]), 0, size(p.maxTexture1DLayered[1]))
               : fits(extent, size(p.maxTexture2DLayered[0]), size(p.maxTexture2DLayered[1]),
                      size(p.maxTexture2DLayered[2]));
  }
  if (extent.depth > 0) {
    return fits(extent, size(p.maxTexture3D[0]), size(p.maxTexture3D[1]), size(p.maxTexture3D[2]));
  }
  return fits(extent, size(p.maxTexture2D[0]), size(p.maxTexture2D[1]), 0);
}

}  // namespace

std::size_t element_size(const musaChannelFormatDesc& format) noexcept {
  const int bits[] = {format.x, format.y, format.z, format.w};
  const bool plain = format.f == musaChannelFormatKindSigned ||
                     format.f == musaChannelFormatKindUnsigned ||
                     format.f == musaChannelFormatKindFloat;
  const auto used =
      static_cast<std::size_t>(std::count_if(bits, bits + 4, [](int b) { return b != 0; }));
  const bool alike = std::all_of(bits, bits + used, [&](int b) { return b == format.x; });
  if (!plain || !is_width(format.x, format.f) || !alike || used == 0 || used == 3) {
    return 0;
  }
  return used * size(format.x) / 8;
}

musaError_t check_array(const musaExtent& extent, unsigned flags, int device) {
  constexpr unsigned kKnown = musaArrayLayered | musaArraySurfaceLoadStore | musaArrayCubemap |
                              musaArrayTextureGather | musaArrayColorAttachment | musaArraySparse |
                              musaArrayDeferredMapping;
  if (has(flags, musaArraySparse) || has(flags, musaArrayDeferredMapping)) {
    return musaErrorNotSupported;
  }
  const bool flat = extent.depth != 0 && extent.height == 0 && !has(flags, musaArrayLayered);
  const bool cube = extent.width == extent.height && extent.depth % 6 == 0 && extent.depth > 0;
  if ((flags & ~kKnown) != 0 || extent.width == 0 || flat ||
      (has(flags, musaArrayLayered) && extent.depth == 0) ||
      (has(flags, musaArrayCubemap) && !cube) ||
      !within_device(extent, flags, device_properties(device))) {
    return musaErrorInvalidValue;
  }
  return musaSuccess;
}

}  // namespace musasim
