// Properties of the trees of asm statements for any bytes: each word may be the keyword.
#include <cstdint>
#include <string_view>
#include <vector>

#include "asm_statement.h"
#include "finding.h"
#include "torchada/lexer/lexer.h"

namespace {

using namespace torchada;
using fuzz::expect;

bool lies_in(std::string_view part, std::string_view text) {
  return part.empty() ||
         (part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size());
}

void check_statement(std::string_view text, const port::AsmStatement& statement) {
  expect(lies_in(statement.range, text) && !statement.range.empty(), "a statement is in the text");
  for (const auto* operands : {&statement.outputs, &statement.inputs}) {
    for (const port::AsmOperand& operand : *operands) {
      const bool inside = lies_in(operand.name, statement.range) &&
                          lies_in(operand.constraint, statement.range) &&
                          lies_in(operand.expression, statement.range);
      expect(inside, "operands are in the statement");
    }
  }
  for (const auto* words : {&statement.clobbers, &statement.labels}) {
    for (const std::string_view word : *words) {
      expect(lies_in(word, statement.range), "clobbers and labels are in the statement");
    }
  }
  port::for_each_instruction(statement.text, [](const port::AsmInstruction& instruction) {
    expect(!instruction.opcode.empty(), "an instruction has an opcode");
    port::describe_instruction(instruction.opcode);
    return true;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  lexer::Lexer lexer(text);
  for (lexer::Token token; lexer.next_visible(&token);) {
    if (!token.is(lexer::TokenKind::kIdentifier)) continue;
    const auto only_template = port::parse_asm_template(token, lexer);
    const auto whole = port::parse_asm(token, lexer);
    if (!whole) continue;
    check_statement(text, *whole);
    expect(only_template && only_template->text == whole->text, "both ways read one template");
  }
  return 0;
}
