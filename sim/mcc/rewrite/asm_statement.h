// asm("text" : outputs : inputs : clobbers), read from tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

// The keyword's spellings.
inline constexpr std::uint32_t kAsmWords[] = {word::kAsm, word::kAsm2, word::kAsm4};

struct AsmOperand {
  std::string name;        // of [name]
  std::string expression;  // in one line
};

struct AsmStatement {
  std::string text;  // the strings joined, without escapes
  std::vector<AsmOperand> operands;
  Index close = kNone;  // its parenthesis
};

// None for what is no such statement.
std::optional<AsmStatement> read_asm_statement(const Source& source, Index keyword);

}  // namespace musasim::mcc
