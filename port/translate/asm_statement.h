// An asm statement as a tree: template, operands, clobbers; and the instructions in a template.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "macro_texts.h"
#include "torchada/lexer/lexer.h"

namespace torchada::port {

struct AsmOperand {
  std::string_view name;        // of [name]
  std::string_view constraint;  // the string, without quotes
  std::string_view expression;
};

struct AsmInstruction {
  std::string_view predicate;  // @p, @!p
  std::string_view opcode;     // mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  std::string_view operands;
};

struct AsmStatement {
  std::string_view range;  // from the keyword to the closing parenthesis
  bool is_volatile = false;
  bool is_goto = false;
  bool is_literal = true;  // false where the template has macros between its strings
  std::string text;        // the strings joined, escapes resolved
  bool is_fixed = true;    // false where macros or an #if are a part of the text
  PossibleTexts texts;     // the different texts that it may have by macros and #if; else nothing
  bool has_directive = false;
  std::vector<AsmOperand> outputs;
  std::vector<AsmOperand> inputs;
  std::vector<std::string_view> clobbers;
  std::vector<std::string_view> labels;
};

// The branches of an #if in the statement that are read: all of them, where only the text of the template differs; or the
// first one alone; or the one after #else alone.
enum class AsmBranch { kAll, kFirst, kLast };

// Reads the statement whose keyword the lexer has just read. Nothing where it is no asm statement. Macros in the
// template are expanded where `macros` is given.
std::optional<AsmStatement> parse_asm(const lexer::Token& keyword, const lexer::Lexer& lexer,
                                      MacroTexts* macros = nullptr,
                                      AsmBranch branch = AsmBranch::kAll);

// Reads no operands and clobbers: `range` ends with the template.
std::optional<AsmStatement> parse_asm_template(const lexer::Token& keyword,
                                               const lexer::Lexer& lexer);

// Calls the function for each instruction in the text of a template, until it returns false.
void for_each_instruction(std::string_view text,
                          const std::function<bool(const AsmInstruction&)>& function);

// The description of an instruction, in a few words; empty where it is not known.
std::string_view describe_instruction(std::string_view opcode);

}  // namespace torchada::port
