// Executes plans: a batch at a time is read into one dense array of complex doubles, transformed
// axis by axis, and written. Inverse transforms are forward ones of conjugates.
#include "mufft/kernel.h"

#include <algorithm>
#include <vector>

#include "mufft/buffer.h"

namespace musasim::fft {
namespace {

class Run {
 public:
  Run(const Kernel& kernel, const Buffer& in, const Buffer& out, bool inverse)
      : kernel_(kernel),
        in_(in),
        out_(out),
        inverse_(kernel.kind == Kind::kComplexToReal || (inverse && kernel.kind == Kind::kComplex)),
        in_layout_(in.layout),
        out_layout_(out.layout),
        row_(kernel.lengths[2]),
        spectrum_(kernel.lengths[0] * kernel.lengths[1] * kernel.spectrum_row()) {
    const auto& lengths = kernel.lengths;
    const std::size_t width = kernel.spectrum_row();
    scratch_.resize(
        std::max({kernel.transforms[2]->scratch_size(1), kernel.transforms[1]->scratch_size(width),
                  kernel.transforms[0]->scratch_size(lengths[1] * width)}));
  }

  void batch(std::size_t index) {
    const bool last_axis_first = kernel_.kind != Kind::kComplexToReal;
    each_row([&](std::size_t x, std::size_t y) { load(index, x, y); });
    if (last_axis_first) {
      outer_axis(1);
      outer_axis(0);
    } else {
      outer_axis(0);
      outer_axis(1);
    }
    each_row([&](std::size_t x, std::size_t y) { store(index, x, y); });
  }

 private:
  template <class F>
  void each_row(F f) {
    for (std::size_t x = 0; x < kernel_.lengths[0]; ++x) {
      for (std::size_t y = 0; y < kernel_.lengths[1]; ++y) f(x, y);
    }
  }

  Complex* spectrum_row(std::size_t x, std::size_t y) {
    return spectrum_.data() + (x * kernel_.lengths[1] + y) * kernel_.spectrum_row();
  }

  void transform_row(Complex* row) { kernel_.transforms[2]->run(row, 1, scratch_.data()); }

  // Reads a row, and transforms it where the last axis comes first.
  void load(std::size_t index, std::size_t x, std::size_t y) {
    const std::size_t first = in_layout_.row(index, x, y);
    const bool real = kernel_.kind == Kind::kRealToComplex;
    Complex* const spectrum = spectrum_row(x, y);
    Complex* const row = real ? row_.data() : spectrum;
    const std::size_t count = real ? kernel_.lengths[2] : kernel_.spectrum_row();
    in_.load(first, count, inverse_, row);
    if (kernel_.kind != Kind::kComplexToReal) transform_row(row);
    if (real) std::copy_n(row, kernel_.spectrum_row(), spectrum);
  }

  void store(std::size_t index, std::size_t x, std::size_t y) {
    const std::size_t first = out_layout_.row(index, x, y);
    const bool real = kernel_.kind == Kind::kComplexToReal;
    Complex* row = spectrum_row(x, y);
    if (real) {
      complete(row);
      row = row_.data();
      transform_row(row);
    }
    const std::size_t count = real ? kernel_.lengths[2] : kernel_.spectrum_row();
    out_.store(first, count, inverse_, row);
  }

  // The whole row of the spectrum of real data from its first half.
  void complete(const Complex* half) {
    const std::size_t length = kernel_.lengths[2];
    std::copy_n(half, kernel_.spectrum_row(), row_.data());
    for (std::size_t k = kernel_.spectrum_row(); k < length; ++k) {
      row_[k] = conjugate(half[length - k]);
    }
  }

  void outer_axis(int axis) {
    const std::size_t length = kernel_.lengths[axis];
    if (length == 1) return;
    const std::size_t inner =
        axis == 0 ? kernel_.lengths[1] * kernel_.spectrum_row() : kernel_.spectrum_row();
    for (std::size_t at = 0; at < spectrum_.size(); at += length * inner) {
      kernel_.transforms[axis]->run(spectrum_.data() + at, inner, scratch_.data());
    }
  }

  const Kernel& kernel_;
  Access in_;
  Access out_;
  bool inverse_;
  Layout in_layout_;
  Layout out_layout_;
  std::vector<Complex> row_;
  std::vector<Complex> spectrum_;
  std::vector<Complex> scratch_;
};

}  // namespace

Layout dense_layout(const std::array<std::size_t, 3>& lengths) {
  return Layout{lengths, 1, lengths[0] * lengths[1] * lengths[2]};
}

void Kernel::make_transforms() {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t made = 0; made < axis; ++made) {
      if (lengths[made] == lengths[axis]) transforms[axis] = transforms[made];
    }
    if (transforms[axis] == nullptr) transforms[axis] = make_transform(lengths[axis]);
  }
}

void execute(const Kernel& kernel, const Buffer& in, const Buffer& out, bool inverse) {
  Run run(kernel, in, out, inverse);
  for (std::size_t index = 0; index < kernel.batch; ++index) run.batch(index);
}

}  // namespace musasim::fft
