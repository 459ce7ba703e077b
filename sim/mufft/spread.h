// Transforms over several devices: those that can be spread, and which device has which elements. The
// layouts are cuFFT's.
#pragma once

#include <cstddef>

#include "mufft.h"
#include "mufft/kernel.h"
#include "mufft/placement.h"

namespace musasim::fft {

enum class Order { kNatural, kShuffled, kShuffledInput };

// A single line is seen as a grid of factor1 x factor2, which is stored in strings.
struct Factors {
  std::size_t factor1;
  std::size_t factor2;
  std::size_t strings;
};

// The factors of a power of two from 64 on.
Factors factors_of(std::size_t length, std::size_t parts);

inline bool is_batched(const Kernel& kernel) { return kernel.batch > 1; }
// One transform of one dimension.
bool is_line(const Kernel& kernel);
// Its sides have neither strides nor holes, other than the padding of real rows.
bool is_dense(const Kernel& kernel);

// The reason why the plan cannot be spread over so many devices, or success.
mufftResult check_spread(const Kernel& kernel, std::size_t parts);

// The placement of a dense side.
Placement place(const Kernel& kernel, const Layout& layout, Order order, std::size_t parts);
std::size_t elements_of(const Kernel& kernel, const Layout& layout);

}  // namespace musasim::fft
