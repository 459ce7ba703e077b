// Transforms over several devices. Batches are dealt out whole. Of a single
// transform, each device has a share of the slowest dimension in natural order and of the next one
// when shuffled; a line is shuffled in strings.
#include "mufft/spread.h"

#include <algorithm>
#include <vector>

namespace musasim::fft {
namespace {

constexpr std::size_t kShortestLine = 64;
constexpr std::size_t kShortestAxis = 32;

// Dimensions of length 1 do not count.
std::vector<std::size_t> long_axes(const Kernel& kernel) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (kernel.lengths[axis] > 1) axes.push_back(axis);
  }
  return axes;
}

bool power_of_two(std::size_t n) { return (n & (n - 1)) == 0; }

bool is_dense_side(const Kernel& kernel, const Side& side, const Layout& layout) {
  const bool halved = kernel.kind != Kind::kComplex;
  const std::size_t half = kernel.lengths[2] / 2 + 1;
  const std::size_t width = halved && side.element.complex ? half : kernel.lengths[2];
  const bool padded = !side.element.complex && layout.embed[2] == 2 * half;
  return layout.stride == 1 && (layout.embed[2] == width || padded) &&
         (kernel.lengths[0] == 1 || layout.embed[1] == kernel.lengths[1]) &&
         (kernel.batch == 1 ||
          layout.distance == kernel.lengths[0] * kernel.lengths[1] * layout.embed[2]);
}

}  // namespace

bool is_line(const Kernel& kernel) { return !is_batched(kernel) && long_axes(kernel).size() < 2; }

bool is_dense(const Kernel& kernel) {
  for (const Side* side : {&kernel.in, &kernel.out}) {
    if (!is_dense_side(kernel, *side, side->layout)) return false;
    if (!is_dense_side(kernel, *side, side->in_place)) return false;
  }
  return true;
}

// The factors that cuFFT has been seen to choose for two devices; twice as many strings for each
// doubling of the devices.
Factors factors_of(std::size_t length, std::size_t parts) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < length) ++bits;
  Factors factors{};
  factors.factor1 = std::size_t{1} << (bits % 2 == 0 ? bits / 2 + 1 : (bits + 1) / 2);
  factors.factor2 = length / factors.factor1;
  const std::size_t wanted = length == kShortestLine ? parts : 4 * parts;
  factors.strings = 1;
  while (factors.strings < wanted && factors.strings < factors.factor1) factors.strings *= 2;
  return factors;
}

mufftResult check_spread(const Kernel& kernel, std::size_t parts) {
  if (parts < 2) return MUFFT_SUCCESS;
  const Precision precision = kernel.in.element.precision;
  if (precision != Precision::kFloat && precision != Precision::kDouble) return MUFFT_SETUP_FAILED;
  if (!is_dense(kernel)) return MUFFT_NOT_SUPPORTED;
  if (is_batched(kernel)) return MUFFT_SUCCESS;
  const std::vector<std::size_t> axes = long_axes(kernel);
  if (axes.size() < 2) {
    const std::size_t length = axes.empty() ? 1 : kernel.lengths[axes[0]];
    const bool fits = kernel.kind == Kind::kComplex && length >= kShortestLine;
    return fits && power_of_two(length) ? MUFFT_SUCCESS : MUFFT_INVALID_SIZE;
  }
  const bool fits = std::min(kernel.lengths[axes[0]], kernel.lengths[axes[1]]) >= kShortestAxis;
  return fits ? MUFFT_SUCCESS : MUFFT_INVALID_SIZE;
}

std::size_t elements_of(const Kernel& kernel, const Layout& layout) {
  return kernel.batch * kernel.lengths[0] * kernel.lengths[1] * layout.embed[2];
}

Placement place(const Kernel& kernel, const Layout& layout, Order order, std::size_t parts) {
  const std::size_t total = elements_of(kernel, layout);
  if (parts == 1) return Placement::slices(1, total, 1);
  if (is_batched(kernel)) return Placement::slices(kernel.batch, total / kernel.batch, parts);
  if (is_line(kernel)) {
    const Factors factors = factors_of(total, parts);
    const std::size_t width = factors.factor1 / factors.strings;
    const std::size_t in_width = std::max<std::size_t>(1, factors.factor2 / factors.strings);
    switch (order) {
      case Order::kNatural: return Placement::slices(total, 1, parts);
      case Order::kShuffled:
        return Placement::strings(factors.factor2, factors.factor1, width, parts);
      case Order::kShuffledInput:
        return Placement::strings(factors.factor1, factors.factor2, in_width, parts);
    }
  }
  const std::array<std::size_t, 3> widths{kernel.lengths[0], kernel.lengths[1], layout.embed[2]};
  const std::vector<std::size_t> axes = long_axes(kernel);
  const std::size_t rows = widths[axes[0]];
  const std::size_t columns = widths[axes[1]];
  if (order == Order::kNatural) return Placement::slices(rows, total / rows, parts);
  return Placement::columns(rows, columns, total / rows / columns, parts);
}

}  // namespace musasim::fft
