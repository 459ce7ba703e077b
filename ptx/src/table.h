// The table of PTX's instructions: instructions.def, looked up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torchada/ptx/parse.h"

namespace torchada::ptx {

enum class Effect { kNone, kMemory, kTogether };

struct Row {
  std::string_view name;
  std::string_view words;     // of a call, and of what is refused with these words alone
  std::string_view operands;  // of a call
  Effect effect = Effect::kNone;
  std::string_view group;     // of what is refused
  std::string_view reason;    // of what is refused, empty for calls
  std::string_view function;  // of a call, where it has another name
};

struct Match {
  const Row* row = nullptr;    // none where no row fits
  bool is_name_known = false;  // an instruction of the name is there, with other words or operands
  std::vector<std::string_view> words;  // those of the instruction that are handed on
};

Match find_row(const Instruction& instruction);

// The name of the function that is called for an instruction of the row.
std::string function_of(const Instruction& instruction, const Row& row);

}  // namespace torchada::ptx
