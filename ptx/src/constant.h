// Numbers and constant expressions in PTX.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace torchada::ptx {

struct Constant {
  std::string text;  // as C++ has it
  bool is_float = false;
  std::string error;  // empty where all was understood
};

// Reads 16, 0x1fU, 0b101, -1, ~5, (1 << 4) | 3, 1.5, 0f3f800000, WARP_SZ from `text` at `*at`, which is moved behind it.
// Whole numbers have 64 bits.
Constant read_constant(std::string_view text, std::size_t* at);

// Whether a constant begins there.
bool begins_constant(std::string_view text, std::size_t at);

}  // namespace torchada::ptx
