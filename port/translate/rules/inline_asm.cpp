// asm statements: left as they are, reported with what they do.
#include <algorithm>
#include <vector>

#include "../asm_label.h"
#include "../asm_statement.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::size_t kMostOpcodes = 4;

// The first few different opcodes.
std::vector<std::string_view> opcodes_of(const AsmStatement& statement) {
  std::vector<std::string_view> opcodes;
  for_each_instruction(statement.text, [&opcodes](const AsmInstruction& instruction) {
    if (std::find(opcodes.begin(), opcodes.end(), instruction.opcode) == opcodes.end()) {
      opcodes.push_back(instruction.opcode);
    }
    return opcodes.size() <= kMostOpcodes;
  });
  return opcodes;
}

// Whether the template is in one of MUSA's two languages, where nothing is to be done: MTX says so, and the
// names of the other's instructions are in capitals, which PTX's never are. A macro may hide any language.
bool is_musas(const AsmStatement& statement) {
  if (!statement.is_literal) return false;
  constexpr std::string_view kMtx = ".mtx";
  const std::string_view text = statement.text;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && text.substr(begin, kMtx.size()) == kMtx) return true;
  const std::vector<std::string_view> opcodes = opcodes_of(statement);
  return !opcodes.empty() && std::all_of(opcodes.begin(), opcodes.end(), [](std::string_view one) {
    return one.front() >= 'A' && one.front() <= 'Z';
  });
}

std::string message_of(const AsmStatement& statement, ptx::Language language) {
  std::string message = statement.is_volatile ? "asm volatile" : "asm";
  if (is_musas(statement)) message += " in MUSA's own language";
  if (language == ptx::Language::kCpu) message += " of a CPU";
  if (language == ptx::Language::kAmd) message += " of an AMD GPU";
  if (!statement.is_literal) message += " with macros in its template";
  const char* separator = ": ";
  std::size_t shown = 0;
  for (const std::string_view opcode : opcodes_of(statement)) {
    message += separator;
    separator = ", ";
    if (shown++ == kMostOpcodes) return message + "...";
    message += opcode;
    const std::string_view does = describe_instruction(opcode);
    if (!does.empty()) message.append(" (").append(does).append(")");
  }
  return message;
}

// Operands are read only where the text does not tell.
ptx::Language language_at(Context* context, const Token& keyword, const AsmStatement& head) {
  if ((head.is_literal && ptx::has_type(head.text)) || is_musas(head)) return ptx::Language::kPtx;
  const auto statement = parse_asm(keyword, context->lexer);
  return statement ? language_of(*statement) : ptx::Language::kPtx;
}

}  // namespace

bool asm_rule(Context* context, const Place& place, const Word&) {
  const Token& keyword = place.token;
  ++context->content.asms;
  if (is_asm_label(*context, keyword) || ptx_calls_rule(context, keyword)) return true;
  // Operands are C++, and read as such.
  const auto statement = parse_asm_template(keyword, context->lexer);
  const bool barrier = statement && statement->text.empty() && statement->is_literal;
  const ptx::Language language =
      statement ? language_at(context, keyword, *statement) : ptx::Language::kPtx;
  std::string message = "asm that is not a statement with a template";
  if (barrier) message = "asm without instructions, which is a barrier for the compiler";
  if (statement && !barrier) message = message_of(*statement, language);
  const std::string_view range = statement ? statement->range : keyword.text();
  Finding& finding = context->report(Code::inline_asm, range, std::move(message));
  finding.name = "asm";
  // Host code has that of CPUs, and stays host code.
  const bool is_right =
      barrier || language == ptx::Language::kCpu || (statement && is_musas(*statement));
  if (is_right || context->dead_on_device) finding.severity = Severity::note;
  return true;
}

}  // namespace torchada::port
