// The places of elements of data that is spread over devices: the part, and the place in it.
#pragma once

#include <cstddef>
#include <vector>

namespace musasim::fft {

struct Place {
  std::size_t part;
  std::size_t offset;  // elements from the part's start
  std::size_t run;     // elements from here on that follow each other in the part as in the data
};

// Elements are counted as in the dense array of all data.
class Placement {
 public:
  // All in one part, however much it is.
  Placement() = default;

  // An array of slices of `slice` elements: whole slices, one part's after the other's.
  static Placement slices(std::size_t count, std::size_t slice, std::size_t parts);
  // An array of rows x columns x depth: each part has its columns of every row.
  static Placement columns(std::size_t rows, std::size_t columns, std::size_t depth,
                           std::size_t parts);
  // An array of slow x fast: whole strings. A string is `width` neighbours of every slow index.
  static Placement strings(std::size_t slow, std::size_t fast, std::size_t width,
                           std::size_t parts);

  Place at(std::size_t index) const;
  std::size_t elements(std::size_t part) const;  // not of the placement in one part

 private:
  enum class Kind { kWhole, kSlices, kColumns, kStrings };
  Placement(Kind kind, std::size_t pieces, std::size_t piece, std::size_t rows, std::size_t parts);

  Kind kind_ = Kind::kWhole;
  std::size_t piece_ = 1;            // elements of a slice, depth, or width of a string
  std::size_t rows_ = 1;             // how often a piece occurs
  std::size_t row_ = 1;              // elements from one occurrence to the next
  std::vector<std::size_t> starts_;  // first piece of each part, and their number
};

// The size of a part: the first `total` % `parts` parts have one more.
std::size_t share(std::size_t total, std::size_t parts, std::size_t part);

}  // namespace musasim::fft
