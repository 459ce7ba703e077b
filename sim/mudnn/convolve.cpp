// Convolutions as products of patches.
#include "mudnn/convolve.h"

#include <algorithm>

#include "mudnn/product.h"

namespace musasim::dnn {
namespace {

// How many bytes of patches are made at a time, so that they are still in the cache when multiplied;
// but at least so many columns: OpenBLAS packs the weights anew for each product, which took a third
// of the time of 1024 channels of 14 x 14.
constexpr Int kPatchBytes = Int{1} << 18, kPatchColumns = 256;

// One part of the result of one image and group: where its elements begin, and its patches.
template <class C>
class Patches {
 public:
  explicit Patches(const Convolved& s) : s_(s), trivial_(s.window.trivial()), planes_(s.window) {
    const Int row_bytes = s.rows() * s.window.out[2] * static_cast<Int>(sizeof(C));
    const Int all = std::max<Int>(s.window.out_rows(), 1);
    const Int wanted = std::max(kPatchBytes / std::max<Int>(row_bytes, 1),
                                kPatchColumns / std::max<Int>(s.window.out[2], 1) + 1);
    step_ = trivial_ ? all : std::clamp(wanted, Int{1}, all);
    const Int most = s.rows() * step_ * s.window.out[2] + kPatchSlack;
    if (!trivial_) space_.resize(static_cast<std::size_t>(most));
  }

  // f(image, group, part) for each part.
  template <class F>
  void each(F f) {
    for (Int image = 0; image < s_.images; ++image) {
      for (Int group = 0; group < s_.groups; ++group) {
        for (Int row = 0; row < s_.window.out_rows(); row += step_) {
          const Part part{row, std::min(row + step_, s_.window.out_rows())};
          if (!trivial_) planes_.select(part);
          f(image, group, part);
        }
      }
    }
  }

  Int width(Part part) const { return (part.end - part.begin) * s_.window.out[2]; }
  Int image_offset(Int image, Int group) const {
    return image * s_.image_size() + group * s_.in_channels * s_.window.inputs();
  }
  Int result_offset(Int image, Int group, Part part) const {
    return image * s_.result_size() + group * s_.out_channels * s_.window.outputs() +
           part.begin * s_.window.out[2];
  }
  Panel<const C> take(const C* image, Part part) {
    if (trivial_) return {image, s_.window.outputs()};
    take_patches<C>(s_.window, &planes_, s_.in_channels, image, space_.data());
    return {space_.data(), width(part)};
  }
  // Where patches for the image are computed, and how they are added to it then.
  Panel<C> place(C* image, Part part) {
    return trivial_ ? Panel<C>{image, s_.window.outputs()} : Panel<C>{space_.data(), width(part)};
  }
  void put(C* image) {
    if (!trivial_) put_patches<C>(s_.window, &planes_, s_.in_channels, space_.data(), image);
  }

 private:
  const Convolved& s_;
  bool trivial_;
  Int step_;
  Planes<C> planes_;
  std::vector<C> space_;
};

bool few(const Convolved& s) { return s.in_channels * s.out_channels <= 4; }

// At stride one, the derivative by the image is a convolution of the results' derivative, with the
// weights in reverse. It is quicker where few channels would make products of few terms.
bool turns(const Convolved& s) {
  for (const Int stride : s.window.stride) {
    if (stride != 1) return false;
  }
  return !s.window.trivial() && s.out_channels <= std::min<Int>(64, 2 * s.in_channels);
}
Convolved turned(Convolved s) {
  std::swap(s.in_channels, s.out_channels);
  std::swap(s.window.in, s.window.out);
  for (int dim = 0; dim < 3; ++dim) {
    Int& pad = s.window.pad[dim];
    pad = s.window.dilation[dim] * (s.window.kernel[dim] - 1) - pad;
  }
  return s;
}
template <class C>
std::vector<C> turned_weights(const Convolved& s, const C* weight) {
  std::vector<C> turned(static_cast<std::size_t>(s.weights()));
  const Int taps = s.window.taps();
  auto to = turned.begin();
  for (Int group = 0; group < s.groups; ++group, weight += s.out_channels * s.rows()) {
    for (Int i = 0; i < s.in_channels; ++i) {
      for (Int o = 0; o < s.out_channels; ++o) {
        const C* const from = weight + (o * s.in_channels + i) * taps;
        to = std::reverse_copy(from, from + taps, to);
      }
    }
  }
  return turned;
}

}  // namespace

template <class C>
void convolve(const Convolved& s, const C* in, const C* weight, C* out) {
  if (few(s)) return convolve_few(s, in, weight, out);
  Patches<C> patches(s);
  patches.each([&](Int image, Int group, Part part) {
    gemm<C>(s.out_channels, patches.width(part), s.rows(), C(1),
            {weight + group * s.out_channels * s.rows(), s.rows()},
            patches.take(in + patches.image_offset(image, group), part), C(0),
            {out + patches.result_offset(image, group, part), s.window.outputs()});
  });
}

template <class C>
void convolve_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in) {
  if (turns(s)) {
    return convolve(turned(s), grad_out, turned_weights(s, weight).data(), grad_in);
  }
  std::fill(grad_in, grad_in + s.images * s.image_size(), C(0));
  if (few(s)) return convolve_few_back_data(s, grad_out, weight, grad_in);
  Patches<C> patches(s);
  patches.each([&](Int image, Int group, Part part) {
    C* to = grad_in + patches.image_offset(image, group);
    gemm<C>(s.rows(), patches.width(part), s.out_channels, C(1),
            {weight + group * s.out_channels * s.rows(), s.rows(), CblasTrans},
            {grad_out + patches.result_offset(image, group, part), s.window.outputs()}, C(0),
            patches.place(to, part));
    patches.put(to);
  });
}

template <class C>
void convolve_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight) {
  std::fill(grad_weight, grad_weight + s.weights(), C(0));
  if (few(s)) return convolve_few_back_filter(s, in, grad_out, grad_weight);
  Patches<C> patches(s);
  patches.each([&](Int image, Int group, Part part) {
    Panel<const C> taken = patches.take(in + patches.image_offset(image, group), part);
    taken.transposed = CblasTrans;
    gemm<C>(s.out_channels, s.rows(), patches.width(part), C(1),
            {grad_out + patches.result_offset(image, group, part), s.window.outputs()}, taken, C(1),
            {grad_weight + group * s.out_channels * s.rows(), s.rows()});
  });
}

#define MUDNN_CONVOLVE(C)                                                        \
  template void convolve<C>(const Convolved&, const C*, const C*, C*);           \
  template void convolve_back_data<C>(const Convolved&, const C*, const C*, C*); \
  template void convolve_back_filter<C>(const Convolved&, const C*, const C*, C*);
MUDNN_CONVOLVE(float)
MUDNN_CONVOLVE(double)
#undef MUDNN_CONVOLVE

}  // namespace musasim::dnn
