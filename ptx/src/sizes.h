// Whether registers have the sizes that an instruction takes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "table.h"
#include "torchada/ptx/parse.h"

namespace torchada::ptx {

// Whether the word is a type of registers and numbers: b32, f16x2.
bool is_type(std::string_view word);

// The place of an operand.
struct Holder {
  unsigned bits = 0;  // 0 where it is not known, or no register
  bool is_float = false;
  bool is_known_number = false;  // of the constraint "n"
};

Holder holder_of_constraint(std::string_view constraint);
// The bits of a declared register; a predicate has one.
Holder holder_of_type(std::string_view type);

// Empty where all is right.
std::string wrong_size(const Instruction& instruction, const Row& row,
                       const std::function<Holder(const Operand&)>& holder_of);
std::string wrong_guard(const Operand& guard, const Holder& holder);

}  // namespace torchada::ptx
