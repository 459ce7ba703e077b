// Transforms of any length (Bluestein, 1970): products with a chirp around a convolution, which
// transforms of a larger length with small factors do.
#include <algorithm>
#include <vector>

#include "mufft/transform.h"

namespace musasim::fft {
namespace {

// The least length from `least` on with no factor above 5.
std::size_t convenient_length(std::size_t least) {
  for (std::size_t length = least;; ++length) {
    std::size_t rest = length;
    for (std::size_t prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1) return length;
  }
}

class Bluestein : public Transform {
 public:
  explicit Bluestein(std::size_t length)
      : length_(length),
        padded_(convenient_length(2 * length - 1)),
        inner_(make_mixed_radix(padded_)),
        chirp_(length),
        kernel_(padded_, Complex{0.0, 0.0}) {
    // exp(-pi i k^2 / n), with the square taken modulo 2 n so that the angle stays exact.
    const std::vector<Complex> roots = unit_roots(2 * length);
    std::size_t square = 0;
    for (std::size_t k = 0; k < length; ++k) {
      chirp_[k] = roots[square];
      square = (square + 2 * k + 1) % (2 * length);
    }
    kernel_[0] = conjugate(chirp_[0]);
    for (std::size_t k = 1; k < length; ++k) {
      kernel_[k] = kernel_[padded_ - k] = conjugate(chirp_[k]);
    }
    std::vector<Complex> scratch(inner_->scratch_size(1));
    inner_->run(kernel_.data(), 1, scratch.data());
    for (Complex& value : kernel_) value = (1.0 / static_cast<double>(padded_)) * value;
  }

  std::size_t scratch_size(std::size_t) const override { return padded_ + inner_->scratch_size(1); }

  void run(Complex* data, std::size_t columns, Complex* scratch) const override {
    for (std::size_t q = 0; q < columns; ++q) run_column(data + q, columns, scratch);
  }

 private:
  void run_column(Complex* data, std::size_t stride, Complex* scratch) const {
    Complex* const work = scratch;
    Complex* const rest = scratch + padded_;
    for (std::size_t k = 0; k < length_; ++k) work[k] = data[k * stride] * chirp_[k];
    std::fill(work + length_, work + padded_, Complex{0.0, 0.0});
    inner_->run(work, 1, rest);
    // The inverse transform as a forward one of conjugates.
    for (std::size_t k = 0; k < padded_; ++k) work[k] = conjugate(work[k] * kernel_[k]);
    inner_->run(work, 1, rest);
    for (std::size_t k = 0; k < length_; ++k) data[k * stride] = conjugate(work[k]) * chirp_[k];
  }

  std::size_t length_;
  std::size_t padded_;
  std::shared_ptr<const Transform> inner_;
  std::vector<Complex> chirp_;
  std::vector<Complex> kernel_;
};

}  // namespace

std::shared_ptr<const Transform> make_bluestein(std::size_t length) {
  return std::make_shared<Bluestein>(length);
}

std::shared_ptr<const Transform> make_transform(std::size_t length) {
  return has_small_factors(length) ? make_mixed_radix(length) : make_bluestein(length);
}

}  // namespace musasim::fft
