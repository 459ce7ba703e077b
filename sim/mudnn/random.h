// The elements that dropout keeps.
#pragma once

#include <cstdint>
#include <vector>

namespace musasim::dnn {

// One for each element that is kept, with probability 1 - p. The same seed and offset keep the same;
// offsets that differ by four or more are independent of each other.
std::vector<unsigned char> kept_elements(std::int64_t count, double p, std::uint64_t seed,
                                         std::uint64_t offset);

// A seed for operations that are given none; another one each time.
std::uint64_t next_seed();

}  // namespace musasim::dnn
