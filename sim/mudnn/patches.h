// The elements of an image that a window covers, where each tap reads them in one piece.
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
};

// Rows, [begin, end).
struct Part {
  Int begin, end;
};

// Channels of what a part of the results is made of, with zeros where the image is padded. What a
// tap reads lies in one piece, for every row at the same distance from its first: where the stride
// is s, every s-th element is put together with the others of its phase.
template <class C>
class Planes {
 public:
  // Planes of up to so many channels.
  explicit Planes(const Window& window, Int channels = 1) : w_(window), channels_(channels) {}

  // To call first. All is zero then; for the part that is selected already: as it was, and false.
  bool select(Part part);
  void read(const C* image, Int channels = 1);
  // Clears the first channel.
  void clear();
  void add_to(C* image) const;

  C* data() { return space_.data(); }
  // The place at which the tap reads a channel, for the part's first row; the others lie at these distances from it.
  Int place(Int channel, Int tap) const {
    return channel * size_of_one_ + taps_[static_cast<std::size_t>(tap)];
  }
  C* tap(Int tap) { return space_.data() + place(0, tap); }
  const std::vector<Int>& rows() const { return rows_; }
  // From the first element that a tap reads to the last.
  Int length() const { return rows_.back() + w_.out[2]; }

 private:
  template <class Line>
  void each_line(Line line) const;

  const Window& w_;
  Int channels_, size_of_one_ = 0;
  Part part_{0, 0};
  Int first_[3] = {}, size_[3] = {}, phases_[3] = {};
  std::vector<C> space_;
  std::vector<Int> taps_, rows_;
};

// Adds patches to the channels that they are of. Their rows: channel and tap. Columns: places of the
// part that is selected.
template <class C>
void put_patches(const Window& w, Planes<C>* planes, Int channels, const C* patches, C* image);

}  // namespace musasim::dnn
