// Convolutions as products of patches.
#include "mudnn/convolve.h"

#include <algorithm>

#include "mudnn/product.h"
#include "mudnn/share.h"

namespace musasim::dnn {
namespace {

// How many bytes of patches are made at a time, so that they are still in the cache when multiplied;
// but at least so many columns: OpenBLAS packs the weights anew for each product, which took a third
// of the time of 1024 channels of 14 x 14.
constexpr Int kPatchBytes = Int{1} << 18, kPatchColumns = 256;
// With fewer rows of patches a product is hardly quicker.
constexpr Int kLeastRows = 8;

// The patches of an image's channels of one group, or some of their rows, part by part.
template <class C>
class Patches {
 public:
  // Of up to so many rows at a time.
  Patches(const Convolved& s, Int rows) : s_(s), trivial_(s.window.trivial()), planes_(s.window) {
    const Int row_bytes = rows * s.window.out[2] * static_cast<Int>(sizeof(C));
    const Int all = std::max<Int>(s.window.out_rows(), 1);
    const Int wanted = std::max(kPatchBytes / std::max<Int>(row_bytes, 1),
                                kPatchColumns / std::max<Int>(s.window.out[2], 1) + 1);
    step_ = trivial_ ? all : std::clamp(wanted, Int{1}, all);
    most_ = rows * step_ * s.window.out[2] + kPatchSlack;
  }

  Int parts() const { return (s_.window.out_rows() + step_ - 1) / step_; }
  // To call first.
  void select(Int part) {
    part_ = {part * step_, std::min((part + 1) * step_, s_.window.out_rows())};
    if (trivial_) return;
    planes_.select(part_);
    space_.resize(static_cast<std::size_t>(most_));
  }
  Int width() const { return (part_.end - part_.begin) * s_.window.out[2]; }
  // Where the part's results begin, of one image and group.
  Int offset() const { return part_.begin * s_.window.out[2]; }

  Panel<const C> take(const C* image, Part rows) {
    if (trivial_) return {image + rows.begin * s_.window.inputs(), s_.window.inputs()};
    take_patches<C>(s_.window, &planes_, rows, image, space_.data());
    return {space_.data(), width()};
  }
  // Where patches for the image are computed, and how they are added to so many channels of it then.
  Panel<C> place(C* image) {
    return trivial_ ? Panel<C>{image, s_.window.inputs()} : Panel<C>{space_.data(), width()};
  }
  void put(C* image, Int channels) {
    if (!trivial_) put_patches<C>(s_.window, &planes_, channels, space_.data(), image);
  }

 private:
  const Convolved& s_;
  bool trivial_;
  Int step_, most_;
  Part part_{0, 0};
  Planes<C> planes_;
  std::vector<C> space_;
};

// Into how many pieces each of `count` products is cut, so that all threads have some.
Int pieces(Int count, Int most) {
  return std::clamp((threads() + count - 1) / std::max<Int>(count, 1), Int{1},
                    std::max<Int>(most, 1));
}
Part piece(Int all, Int number, Int count) {
  return {all * number / count, all * (number + 1) / count};
}

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
  const Int parts = Patches<C>(s, s.rows()).parts();
  share(s.images * s.groups * parts, s.terms(), [&](Jobs& jobs) {
    Patches<C> patches(s, s.rows());
    jobs.each([&](Int job) {
      const Int n = job / parts;
      patches.select(job % parts);
      gemm<C>(s.out_channels, patches.width(), s.rows(), C(1), {weight + s.weights_of(n), s.rows()},
              patches.take(in + s.image_of(n), {0, s.rows()}), C(0),
              {out + s.result_of(n) + patches.offset(), s.window.outputs()});
    });
  });
}

// Each job has its own channels of an image, to which the patches that overlap are added.
template <class C>
void convolve_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in) {
  if (turns(s)) {
    return convolve(turned(s), grad_out, turned_weights(s, weight).data(), grad_in);
  }
  std::fill(grad_in, grad_in + s.images * s.image_size(), C(0));
  if (few(s)) return convolve_few_back_data(s, grad_out, weight, grad_in);
  const Int count = s.images * s.groups, taps = s.window.taps();
  const Int cuts = pieces(count, s.in_channels);
  share(count * cuts, s.terms(), [&](Jobs& jobs) {
    Patches<C> patches(s, (s.in_channels + cuts - 1) / cuts * taps);
    jobs.each([&](Int job) {
      const Int n = job / cuts;
      const Part channels = piece(s.in_channels, job % cuts, cuts);
      const Int own = channels.end - channels.begin;
      C* const to = grad_in + s.image_of(n) + channels.begin * s.window.inputs();
      for (Int part = 0; part < patches.parts(); ++part) {
        patches.select(part);
        gemm<C>(own * taps, patches.width(), s.out_channels, C(1),
                {weight + s.weights_of(n) + channels.begin * taps, s.rows(), CblasTrans},
                {grad_out + s.result_of(n) + patches.offset(), s.window.outputs()}, C(0),
                patches.place(to));
        patches.put(to, own);
      }
    });
  });
}

// Each job has its own rows of patches, so its own columns of the result.
template <class C>
void convolve_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight) {
  std::fill(grad_weight, grad_weight + s.weights(), C(0));
  if (few(s)) return convolve_few_back_filter(s, in, grad_out, grad_weight);
  const Int cuts = pieces(s.groups, s.rows() / kLeastRows);
  share(s.groups * cuts, s.terms(), [&](Jobs& jobs) {
    Patches<C> patches(s, (s.rows() + cuts - 1) / cuts);
    jobs.each([&](Int job) {
      const Part rows = piece(s.rows(), job % cuts, cuts);
      C* const to = grad_weight + s.weights_of(job / cuts) + rows.begin;
      for (Int n = job / cuts; n < s.images * s.groups; n += s.groups) {
        for (Int part = 0; part < patches.parts(); ++part) {
          patches.select(part);
          Panel<const C> taken = patches.take(in + s.image_of(n), rows);
          taken.transposed = CblasTrans;
          gemm<C>(s.out_channels, rows.end - rows.begin, patches.width(), C(1),
                  {grad_out + s.result_of(n) + patches.offset(), s.window.outputs()}, taken, C(1),
                  {to, s.rows()});
        }
      }
    });
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
