// One-dimensional transforms of a fixed length, forward, in place. Immutable once made, so that any
// number of threads may run one.
#pragma once

#include <cstddef>
#include <memory>

#include "mufft/complex.h"

namespace musasim::fft {

class Transform {
 public:
  virtual ~Transform() = default;

  // Element j of column q lies at data[j * columns + q]; every column is transformed.
  virtual void run(Complex* data, std::size_t columns, Complex* scratch) const = 0;
  // Numbers that `scratch` must have room for.
  virtual std::size_t scratch_size(std::size_t columns) const = 0;
};

std::shared_ptr<const Transform> make_transform(std::size_t length);

// Lengths whose prime factors are at most this are transformed factor by factor.
inline constexpr std::size_t kLargestRadix = 31;

std::shared_ptr<const Transform> make_mixed_radix(std::size_t length);
std::shared_ptr<const Transform> make_bluestein(std::size_t length);
bool has_small_factors(std::size_t length);

}  // namespace musasim::fft
