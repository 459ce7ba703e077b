// Convolutions as products: the patches of an image that a window covers, as columns of a matrix.
#pragma once

#include "mudnn/view.h"

namespace musasim::dnn {

// A convolution of one group over up to three dimensions; unused ones have size one.
struct Window {
  Int in[3], out[3], kernel[3];
  Int pad[3], stride[3], dilation[3];

  Int inputs() const { return in[0] * in[1] * in[2]; }
  Int outputs() const { return out[0] * out[1] * out[2]; }
  Int taps() const { return kernel[0] * kernel[1] * kernel[2]; }
  // Rows of results: all but the last dimension.
  Int out_rows() const { return out[0] * out[1]; }
  // The image itself is the matrix.
  bool trivial() const;
};

// Rows of results, [begin, end).
struct Part {
  Int begin, end;
};

// Rows: channel and tap. Columns: places of the part of the result.
template <class C>
void take_patches(const Window& w, Part part, Int channels, const C* image, C* patches);
// Adds the patches to the image that they are of.
template <class C>
void put_patches(const Window& w, Part part, Int channels, const C* patches, C* image);

}  // namespace musasim::dnn
