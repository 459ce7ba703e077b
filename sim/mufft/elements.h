// Rows of user data of every element type, read into complex doubles and written from them.
#pragma once

#include <cstddef>

#include "mufft/complex.h"

namespace musasim::fft {

enum class Precision { kHalf, kBfloat16, kFloat, kDouble };

struct Element {
  Precision precision;
  bool complex;
};

std::size_t size_of(Element element) noexcept;  // bytes

// `first` and `stride` count elements. Real ones have no imaginary part; with `conjugated` the
// imaginary part changes its sign on the way.
void load_row(Element element, const void* data, std::size_t first, std::size_t stride,
              std::size_t count, bool conjugated, Complex* row);
void store_row(Element element, void* data, std::size_t first, std::size_t stride,
               std::size_t count, bool conjugated, const Complex* row);

}  // namespace musasim::fft
