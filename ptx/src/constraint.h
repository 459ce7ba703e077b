// Constraints of operands, as GNU's asm statements have them.
#pragma once

#include <cstddef>
#include <string_view>

namespace torchada::ptx {

struct Constraint {
  static constexpr std::size_t kNone = ~std::size_t{0};

  bool is_written = false;
  bool is_known = false;       // one of PTX's letters, or a number
  std::size_t output = kNone;  // "0": the operand is in the register of that output
  std::string_view type;       // of mov, for the register: _b32
};

Constraint read_constraint(std::string_view text);

}  // namespace torchada::ptx
