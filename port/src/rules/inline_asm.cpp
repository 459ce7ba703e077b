// asm statements: left as they are, reported with what they do.
#include "../asm_statement.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::size_t kMostShown = 4;

std::string message_of(const AsmStatement& statement) {
  std::string message = statement.is_volatile ? "asm volatile" : "asm";
  if (!statement.is_literal) message += " whose template has macros";
  if (statement.instructions.empty()) return message;
  message += ": ";
  std::size_t shown = 0;
  std::string seen = " ";
  for (const AsmInstruction& instruction : statement.instructions) {
    if (contains(seen, " " + instruction.opcode + " ")) continue;
    seen += instruction.opcode + " ";
    if (shown++ == kMostShown) {
      message += ", ...";
      break;
    }
    if (shown > 1) message += ", ";
    message += instruction.opcode;
    const std::string_view does = describe_instruction(instruction.opcode);
    if (!does.empty()) message.append(" (").append(does).append(")");
  }
  return message;
}

}  // namespace

void asm_rule(Context* context, const lexer::Token& keyword) {
  const auto statement = parse_asm(keyword, &context->lexer);
  if (!statement) return;
  // Nothing but a barrier for the compiler.
  if (statement->text.empty() && statement->is_literal) return;
  Finding& finding = context->report(Code::inline_asm, statement->range, message_of(*statement));
  finding.name = "asm";
  if (context->dead_on_device) finding.severity = Severity::note;
}

}  // namespace torchada::port
