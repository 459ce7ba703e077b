// Where two texts of a preprocessor differ, by lines with code.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace musasim::mcc {

// Bytes of the first text and what stands there in the second.
struct Difference {
  std::uint32_t begin, end;              // in the first
  std::uint32_t other_begin, other_end;  // in the second
};

// Line markers, empty lines and macro definitions alone are no difference, but belong to the one beside
// them. Whole words; in order.
std::vector<Difference> differences(std::string_view first, std::string_view second);

}  // namespace musasim::mcc
