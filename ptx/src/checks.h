// Checks of operands that the table does not hold.
#pragma once

#include <string>
#include <string_view>

#include "table.h"
#include "torchada/ptx/parse.h"

namespace torchada::ptx {

bool has_word(const Instruction& instruction, std::string_view word);

// A number like 1.5 has a meaning only where floats or doubles are operands, and 1 only where they are none. Empty where
// all is right.
std::string_view wrong_numbers(const Instruction& instruction);

// Checks the number of registers of v2, v4, v8 and x1, x2, x4.
std::string_view wrong_counts(const Instruction& instruction, const Row& row);

// Checks numbers in the text: barriers, sizes of copies and others that an instruction takes few of.
std::string wrong_range(const Instruction& instruction, const Row& row);

}  // namespace torchada::ptx
