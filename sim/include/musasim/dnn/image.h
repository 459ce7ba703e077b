// Operations on images: other sizes, borders.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

// The scale of each spatial dimension is the step in the image for a step in the result: input by
// output sizes when nothing else is said. RunBackward is told how much larger the result was instead.
class Interpolate {
 public:
  enum class Mode { NEAREST = 0, NEAREST_EXACT, LINEAR, BICUBIC };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetAlignCorners(bool align) { return detail::set(align_, align); }
  Status SetAntialias(bool antialias) { return detail::set(antialias_, antialias); }
  Status SetScaleInfo(std::initializer_list<float> scales) { return detail::set(scales_, scales); }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;
  Status RunBackward(Handle& handle, Tensor& grad_in, const Tensor& grad_out) const;

 private:
  Mode mode_ = Mode::NEAREST;
  bool align_ = false, antialias_ = false;
  std::vector<float> scales_;
};

// Borders around the last dimensions: how much before and after the last one, then the one before it.
class Pad {
 public:
  enum class Mode { CONSTANT = 0, REFLECT, REPLICATE, CIRCULAR };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetValue(double value) { return detail::set(value_, detail::Number(value)); }
  Status SetValue(int64_t value) { return detail::set(value_, detail::Number(value)); }
  Status SetPaddingInfo(int count, const int* padding) {
    return detail::set(padding_, count, padding);
  }
  Status SetPaddingInfo(std::initializer_list<int> padding) {
    return detail::set(padding_, static_cast<int>(padding.size()), padding.begin());
  }
  Status Run(Handle& handle, Tensor& out, const Tensor& in) const;

 private:
  Mode mode_ = Mode::CONSTANT;
  detail::Number value_;
  std::vector<int> padding_;
};

}  // namespace dnn
}  // namespace musa
