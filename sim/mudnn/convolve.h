// Convolutions of numbers without gaps, and their derivatives.
#pragma once

#include "mudnn/patches.h"

namespace musasim::dnn {

struct Convolved {
  Int images, groups, in_channels, out_channels;  // channels of one group
  Window window;

  Int rows() const { return in_channels * window.taps(); }
  Int image_size() const { return groups * in_channels * window.inputs(); }
  Int result_size() const { return groups * out_channels * window.outputs(); }
  Int weights() const { return groups * out_channels * rows(); }
  // Multiplications; moving an element takes as long as many of them.
  Int cost() const {
    constexpr Int kMove = 32;
    return images * (result_size() * rows() + kMove * (image_size() + result_size()));
  }
  // The beginnings of what belongs to one image's group; groups are numbered image by image.
  Int image_of(Int n) const { return n * in_channels * window.inputs(); }
  Int result_of(Int n) const { return n * out_channels * window.outputs(); }
  Int weights_of(Int n) const { return n % groups * out_channels * rows(); }
};

template <class C>
void convolve(const Convolved& s, const C* in, const C* weight, C* out);
template <class C>
void convolve_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in);
template <class C>
void convolve_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight);

// The derivatives for few channels in a group, of which products would be too small.
template <class C>
void convolve_few_back_data(const Convolved& s, const C* grad_out, const C* weight, C* grad_in);
template <class C>
void convolve_few_back_filter(const Convolved& s, const C* in, const C* grad_out, C* grad_weight);

}  // namespace musasim::dnn
