// Patches of images.
#include "mudnn/patches.h"

#include <algorithm>
#include <type_traits>

#include "mudnn/tiles.h"

namespace musasim::dnn {
namespace {

// The smallest n with n * step >= value, at least 0.
Int steps_to(Int value, Int step) { return value <= 0 ? 0 : (value + step - 1) / step; }

// f(stride): the compiler knows the common ones, which lets it use vectors.
template <class F>
void with_stride(Int stride, F f) {
  if (stride == 1) {
    f(std::integral_constant<Int, 1>());
  } else if (stride == 2) {
    f(std::integral_constant<Int, 2>());
  } else {
    f(stride);
  }
}

template <class C>
void add_row(const C* __restrict from, Int count, C* __restrict to) {
  for (Int i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace

template <class C>
bool Planes<C>::select(Part part) {
  if (part.begin == part_.begin && part.end == part_.end) return false;
  part_ = part;
  const Int z = part.begin / w_.out[1], last_z = (part.end - 1) / w_.out[1];
  const bool many = last_z != z;
  const Int first[] = {z, many ? 0 : part.begin % w_.out[1], 0};
  const Int count[] = {last_z - z + 1, many ? w_.out[1] : part.end - part.begin, w_.out[2]};
  Int all = 1;
  for (int dim = 0; dim < 3; ++dim) {
    const Int reach = w_.dilation[dim] * (w_.kernel[dim] - 1);
    first_[dim] = first[dim];
    size_[dim] = count[dim] + reach / w_.stride[dim];
    phases_[dim] = std::min(w_.stride[dim], reach + 1);
    all *= size_[dim] * phases_[dim];
  }
  size_of_one_ = all;
  space_.assign(static_cast<std::size_t>(channels_ * all + kTileSlack), C(0));
  rows_.clear();
  for (Int row = part.begin; row < part.end; ++row) {
    const Int oz = row / w_.out[1] - first_[0], oy = row % w_.out[1] - first_[1];
    rows_.push_back((oz * size_[1] + oy) * size_[2]);
  }
  taps_.clear();
  for (Int tap = 0; tap < w_.taps(); ++tap) {
    const Int at[] = {tap / (w_.kernel[1] * w_.kernel[2]), tap / w_.kernel[2] % w_.kernel[1],
                      tap % w_.kernel[2]};
    Int phase = 0, place = 0;
    for (int dim = 0; dim < 3; ++dim) {
      const Int distance = at[dim] * w_.dilation[dim];
      phase = phase * phases_[dim] + distance % w_.stride[dim];
      place = place * size_[dim] + distance / w_.stride[dim];
    }
    taps_.push_back(phase * size_[0] * size_[1] * size_[2] + place);
  }
  return true;
}

template <class C>
void Planes<C>::clear() {
  std::fill_n(space_.begin(), size_of_one_, C(0));
}

// line(place, offset in the image, count) for each piece of a line that lies inside of the image.
template <class C>
template <class Line>
void Planes<C>::each_line(Line line) const {
  Int place = 0;
  const Int all_phases = phases_[0] * phases_[1] * phases_[2];
  for (Int phase = 0; phase < all_phases; ++phase) {
    const Int rx = phase % phases_[2] - w_.pad[2];
    const Int ry = phase / phases_[2] % phases_[1] + first_[1] * w_.stride[1] - w_.pad[1];
    const Int rz = phase / (phases_[2] * phases_[1]) + first_[0] * w_.stride[0] - w_.pad[0];
    const Int end = std::min(size_[2], steps_to(w_.in[2] - rx, w_.stride[2]));
    const Int begin = std::min(end, steps_to(-rx, w_.stride[2]));
    for (Int qz = 0; qz < size_[0]; ++qz) {
      const Int iz = qz * w_.stride[0] + rz;
      for (Int qy = 0; qy < size_[1]; ++qy, place += size_[2]) {
        const Int iy = qy * w_.stride[1] + ry;
        const bool inside = iz >= 0 && iz < w_.in[0] && iy >= 0 && iy < w_.in[1];
        const Int row = (iz * w_.in[1] + iy) * w_.in[2];
        if (inside) line(place + begin, row + begin * w_.stride[2] + rx, end - begin);
      }
    }
  }
}

template <class C>
void Planes<C>::read(const C* image, Int channels) {
  with_stride(w_.stride[2], [&](auto stride) {
    for (Int channel = 0; channel < channels; ++channel) {
      C* const to = space_.data() + channel * size_of_one_;
      const C* const from = image + channel * w_.inputs();
      each_line([=](Int place, Int begin, Int count) {
        for (Int i = 0; i < count; ++i) to[place + i] = from[begin + i * stride];
      });
    }
  });
}

template <class C>
void Planes<C>::add_to(C* image) const {
  const C* const from = space_.data();
  with_stride(w_.stride[2], [&](auto stride) {
    each_line([=](Int place, Int to, Int count) {
      for (Int i = 0; i < count; ++i) image[to + i * stride] += from[place + i];
    });
  });
}

template <class C>
void put_patches(const Window& w, Planes<C>* planes, Int channels, const C* patches, C* image) {
  for (Int channel = 0; channel < channels; ++channel) {
    planes->clear();
    for (Int tap = 0; tap < w.taps(); ++tap) {
      C* const to = planes->tap(tap);
      for (const Int row : planes->rows()) {
        add_row(patches, w.out[2], to + row);
        patches += w.out[2];
      }
    }
    planes->add_to(image + channel * w.inputs());
  }
}

#define MUDNN_PATCHES(C)    \
  template class Planes<C>; \
  template void put_patches<C>(const Window&, Planes<C>*, Int, const C*, C*);
MUDNN_PATCHES(float)
MUDNN_PATCHES(double)
#undef MUDNN_PATCHES

}  // namespace musasim::dnn
