// Finds the places where two sequences differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace musasim::mcc {

// Elements of the one that stand for those of the other; one of the ranges may be empty.
struct Gap {
  std::size_t first_begin;
  std::size_t first_end;
  std::size_t second_begin;
  std::size_t second_end;
};

std::vector<Gap> gaps_between(const std::vector<std::uint64_t>& first,
                              const std::vector<std::uint64_t>& second);

}  // namespace musasim::mcc
