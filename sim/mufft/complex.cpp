// Roots of unity.
#include "mufft/complex.h"

#include <cmath>

namespace musasim::fft {
namespace {

// The angle is brought into the first eighth of the circle by integers, where sine and cosine of a
// rounded angle are good to the last digit.
Complex unit_root(std::size_t k, std::size_t n) {
  const std::size_t eighths = 8 * k;
  const auto at = [n](std::size_t numerator) {  // the angle 2 pi * numerator / (8 n)
    const double angle =
        6.283185307179586477 * static_cast<double>(numerator) / (8.0 * static_cast<double>(n));
    return Complex{std::cos(angle), std::sin(angle)};
  };
  const std::size_t octant = eighths / n;
  const bool down = octant % 2 == 1;  // measured from the octant's far end
  const Complex near = at(down ? (octant + 1) * n - eighths : eighths - octant * n);
  switch (octant) {
    case 0: return {near.re, -near.im};
    case 1: return {near.im, -near.re};
    case 2: return {-near.im, -near.re};
    case 3: return {-near.re, -near.im};
    case 4: return {-near.re, near.im};
    case 5: return {-near.im, near.re};
    case 6: return {near.im, near.re};
    default: return {near.re, near.im};
  }
}

}  // namespace

std::vector<Complex> unit_roots(std::size_t n) {
  std::vector<Complex> roots(n);
  for (std::size_t k = 0; k < n; ++k) roots[k] = unit_root(k, n);
  return roots;
}

}  // namespace musasim::fft
