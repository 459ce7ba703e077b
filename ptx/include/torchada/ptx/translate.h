// Asm statements in PTX as calls of the functions of torchada/ptx.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torchada/ptx/parse.h"

namespace torchada::ptx {

struct AsmText {
  std::string text;
  std::vector<AsmOperand> operands;  // outputs, then inputs
  bool clobbers_memory = false;
  std::string variables = "ptx_";  // what the names of variables begin with: see free_prefix()
};

// A beginning of names that no word of the operands has.
std::string free_prefix(const std::vector<std::string_view>& expressions);

// The translation of a statement. Operand 0 is `ptx_0`, for which whoever writes the statement declares a
// reference; inputs are copies.
struct Translation {
  std::string code;     // statements; empty where they are refused
  std::string problem;  // why, in one line
  std::string
      group;  // of what is refused: `syntax`, `unknown`, or the name of the hardware that is missing
  // The instruction that is refused; all that are read, one of each.
  std::string instruction;
  std::vector<std::string> opcodes;
  // The code is one call whose arguments are the operands in their order, each once; then code is cut at
  // them: pieces[0] operand-0 pieces[1] ...
  bool is_plain = false;
  std::vector<std::string> pieces;
};

Translation translate(const AsmText& statement);

}  // namespace torchada::ptx
