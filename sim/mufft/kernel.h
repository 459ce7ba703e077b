// The transform of a made plan: shape, layout of both sides, and the transforms of its axes.
// Immutable, and shared with the work that it has been launched for.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "mufft/elements.h"
#include "mufft/transform.h"

namespace musasim::fft {

enum class Kind { kComplex, kRealToComplex, kComplexToReal };

// Element (x, y, z) of batch b lies at b * distance + ((x * embed[1] + y) * embed[2] + z) * stride.
struct Layout {
  std::array<std::size_t, 3> embed;
  std::size_t stride;
  std::size_t distance;

  std::size_t row(std::size_t batch, std::size_t x, std::size_t y) const {
    return batch * distance + (x * embed[1] + y) * embed[2] * stride;
  }
};

// Rows of the lengths one behind the other.
Layout dense_layout(const std::array<std::size_t, 3>& lengths);

struct Side {
  Element element;
  Layout layout;
  Layout in_place;  // used when both sides are the same memory
};

struct Kernel {
  Kind kind;
  std::array<std::size_t, 3> lengths;  // 1 for the axes that are not there, which come first
  std::size_t batch;
  Side in;
  Side out;
  std::array<std::shared_ptr<const Transform>, 3> transforms;

  // Elements of a row of the spectrum.
  std::size_t spectrum_row() const {
    return kind == Kind::kComplex ? lengths[2] : lengths[2] / 2 + 1;
  }
  void make_transforms();
};

struct Buffer;

// `inverse` only counts between complex data. Both sides may be the same memory.
void execute(const Kernel& kernel, const Buffer& in, const Buffer& out, bool inverse);

}  // namespace musasim::fft
