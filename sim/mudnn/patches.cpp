// Patches of images.
#include "mudnn/patches.h"

#include <algorithm>

namespace musasim::dnn {
namespace {

// The results [begin, end) of a row whose element at this tap lies inside of the image.
struct Span {
  Int begin, end, first;  // `first`: where the element of `begin` lies
};
Span span(const Window& w, int dim, Int tap) {
  const Int start = tap * w.dilation[dim] - w.pad[dim], stride = w.stride[dim];
  Int begin = start < 0 ? (-start + stride - 1) / stride : 0;
  Int end = w.in[dim] - start <= 0 ? 0 : (w.in[dim] - start + stride - 1) / stride;
  end = std::min(end, w.out[dim]);
  begin = std::min(begin, end);
  return {begin, end, start + begin * stride};
}

// f(patch row, image row or null, its span) for each row of each channel and tap.
template <class C, class I, class F>
void rows(const Window& w, Part part, Int channels, C* patches, I* image, F f) {
  for (Int channel = 0; channel < channels; ++channel, image += w.inputs()) {
    for (Int tap = 0; tap < w.taps(); ++tap) {
      const Int kz = tap / (w.kernel[1] * w.kernel[2]), ky = tap / w.kernel[2] % w.kernel[1];
      const Span z = span(w, 0, kz), y = span(w, 1, ky), x = span(w, 2, tap % w.kernel[2]);
      for (Int row = part.begin; row < part.end; ++row, patches += w.out[2]) {
        const Int oz = row / w.out[1], oy = row % w.out[1];
        const bool inside = oz >= z.begin && oz < z.end && oy >= y.begin && oy < y.end;
        const Int iz = z.first + (oz - z.begin) * w.stride[0];
        const Int iy = y.first + (oy - y.begin) * w.stride[1];
        f(patches, inside ? image + (iz * w.in[1] + iy) * w.in[2] + x.first : nullptr, x);
      }
    }
  }
}

}  // namespace

bool Window::trivial() const {
  for (int dim = 0; dim < 3; ++dim) {
    if (kernel[dim] != 1 || pad[dim] != 0 || stride[dim] != 1) return false;
  }
  return true;
}

template <class C>
void take_patches(const Window& w, Part part, Int channels, const C* image, C* patches) {
  const Int stride = w.stride[2];
  rows(w, part, channels, patches, image, [&](C* to, const C* from, const Span& x) {
    if (from == nullptr) {
      std::fill(to, to + w.out[2], C(0));
      return;
    }
    std::fill(to, to + x.begin, C(0));
    if (stride == 1) {
      std::copy(from, from + (x.end - x.begin), to + x.begin);
    } else {
      for (Int i = x.begin; i < x.end; ++i) to[i] = from[(i - x.begin) * stride];
    }
    std::fill(to + x.end, to + w.out[2], C(0));
  });
}

template <class C>
void put_patches(const Window& w, Part part, Int channels, const C* patches, C* image) {
  const Int stride = w.stride[2];
  rows(w, part, channels, patches, image, [&](const C* from, C* to, const Span& x) {
    if (to == nullptr) return;
    for (Int i = x.begin; i < x.end; ++i) to[(i - x.begin) * stride] += from[i];
  });
}

#define MUDNN_PATCHES(C)                                                 \
  template void take_patches<C>(const Window&, Part, Int, const C*, C*); \
  template void put_patches<C>(const Window&, Part, Int, const C*, C*);
MUDNN_PATCHES(float)
MUDNN_PATCHES(double)
#undef MUDNN_PATCHES

}  // namespace musasim::dnn
