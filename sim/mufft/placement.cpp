// The places of elements of data that is spread over devices.
#include "mufft/placement.h"

#include <algorithm>
#include <limits>

namespace musasim::fft {

std::size_t share(std::size_t total, std::size_t parts, std::size_t part) {
  return total / parts + (part < total % parts ? 1 : 0);
}

Placement::Placement(Kind kind, std::size_t pieces, std::size_t piece, std::size_t rows,
                     std::size_t parts)
    : kind_(kind), piece_(piece), rows_(rows), row_(pieces * piece), starts_(1, 0) {
  for (std::size_t part = 0; part < parts; ++part) {
    starts_.push_back(starts_.back() + share(pieces, parts, part));
  }
}

Placement Placement::slices(std::size_t count, std::size_t slice, std::size_t parts) {
  return {Kind::kSlices, count, slice, 1, parts};
}

Placement Placement::columns(std::size_t rows, std::size_t columns, std::size_t depth,
                             std::size_t parts) {
  return {Kind::kColumns, columns, depth, rows, parts};
}

Placement Placement::strings(std::size_t slow, std::size_t fast, std::size_t width,
                             std::size_t parts) {
  return {Kind::kStrings, fast / width, width, slow, parts};
}

Place Placement::at(std::size_t index) const {
  if (kind_ == Kind::kWhole) return {0, index, std::numeric_limits<std::size_t>::max()};
  const std::size_t row = index / row_;
  const std::size_t in_row = index % row_;
  const std::size_t piece = in_row / piece_;
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), piece);
  const std::size_t first = *(next - 1) * piece_;
  const std::size_t end = *next * piece_;
  const auto part = static_cast<std::size_t>(next - 1 - starts_.begin());
  if (kind_ != Kind::kStrings) {
    return {part, row * (end - first) + in_row - first, end - in_row};
  }
  const std::size_t in_piece = in_row % piece_;
  const std::size_t before = (in_row - in_piece - first) * rows_;  // whole strings
  return {part, before + row * piece_ + in_piece, piece_ - in_piece};
}

std::size_t Placement::elements(std::size_t part) const {
  return (starts_[part + 1] - starts_[part]) * piece_ * rows_;
}

}  // namespace musasim::fft
