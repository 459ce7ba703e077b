// Pages, and rounding to whole units.
#pragma once

#include <cstddef>

namespace musasim {

constexpr std::size_t kPage = 4096;

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace musasim
