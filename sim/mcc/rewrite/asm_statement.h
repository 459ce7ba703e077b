// asm("text" : outputs : inputs : clobbers), read from tokens, and written again as calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"

namespace musasim::mcc {

// The keyword's spellings.
inline constexpr std::uint32_t kAsmWords[] = {word::kAsm, word::kAsm2, word::kAsm4};

struct AsmOperand {
  std::string name;        // of [name]
  std::string constraint;  // =r
  std::string expression;  // in one line
  bool is_output = false;
};

struct AsmStatement {
  std::string text;  // the strings joined, without escapes
  std::vector<AsmOperand> operands;
  bool clobbers_memory = false;
  Index close = kNone;  // its parenthesis
};

// None for what is no such statement.
std::optional<AsmStatement> read_asm_statement(const Source& source, Index keyword);

// Whether the function around a token has one of the qualifiers of device code.
bool in_device_code(const Source& source, const Scopes& scopes, Index token);

// Puts a statement of C++ in the place of one of assembly, on as many lines.
void replace_statement(const Source& source, Index keyword, Index close, std::string code,
                       Edits* edits);

}  // namespace musasim::mcc
