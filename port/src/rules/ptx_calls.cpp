// Inline PTX becomes calls of the functions of torchada/ptx.h. Only what is around the operands is replaced: they are
// C++, and other rules read them.
#include "torchada/ptx/translate.h"

#include <algorithm>

#include "../asm_statement.h"
#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

using lexer::Token;

std::vector<AsmOperand> operands_of(const AsmStatement& statement) {
  std::vector<AsmOperand> operands = statement.outputs;
  operands.insert(operands.end(), statement.inputs.begin(), statement.inputs.end());
  return operands;
}

ptx::AsmText text_of(const AsmStatement& statement) {
  ptx::AsmText text;
  text.text = statement.text;
  text.is_volatile = statement.is_volatile;
  for (const AsmOperand& operand : operands_of(statement)) {
    const bool is_output = text.operands.size() < statement.outputs.size();
    text.operands.push_back(
        {std::string(operand.name), std::string(operand.constraint), is_output});
  }
  text.clobbers_memory = std::find(statement.clobbers.begin(), statement.clobbers.end(),
                                   "memory") != statement.clobbers.end();
  return text;
}

// Whether the preprocessor has a line of its own in it.
bool has_directive(std::string_view range) {
  for (std::size_t at = range.find('\n'); at != std::string_view::npos; at = range.find('\n', at)) {
    at = range.find_first_not_of(" \t\r\n", at);
    if (at != std::string_view::npos && range[at] == '#') return true;
  }
  return false;
}

// The PTX in one line, as a comment.
std::string comment_of(const std::string& text) {
  std::string line = "/* PTX: ";
  for (const char c : text) {
    const bool is_blank = is_space(c) || c == '\n' || c == '\r';
    if (is_blank && line.back() == ' ') continue;
    if (c == '/' && line.back() == '*') line += ' ';
    line += is_blank ? ' ' : c;
  }
  return line + (line.back() == ' ' ? "*/ " : " */ ");
}

// What stands before, between and behind the operands.
std::vector<std::string> pieces_of(const AsmStatement& statement, const ptx::Translation& done) {
  std::vector<std::string> pieces = done.pieces;
  if (!done.is_plain) {
    pieces.assign(1, "do { ");
    const std::size_t count = statement.outputs.size() + statement.inputs.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_output = i < statement.outputs.size();
      pieces.back() += (is_output ? "auto&& ptx_" : "const auto ptx_") + std::to_string(i) + " = ";
      pieces.push_back("; ");
    }
    pieces.back() += done.code + "} while (false)";
  }
  pieces.front().insert(0, comment_of(statement.text));
  return pieces;
}

void write(Context* context, const AsmStatement& statement, const ptx::Translation& done) {
  const std::vector<std::string> pieces = pieces_of(statement, done);
  const std::vector<AsmOperand> operands = operands_of(statement);
  const char* at = statement.range.data();
  const char* const end = at + statement.range.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const char* const next = i < operands.size() ? operands[i].expression.data() : end;
    context->edit({at, static_cast<std::size_t>(next - at)}, pieces[i], "ptx", Certainty::certain);
    if (i < operands.size()) at = next + operands[i].expression.size();
  }
  context->has_ptx_calls = true;
}

// The name of a register or a symbol: one word without an end, and no operands.
bool is_name(const AsmStatement& statement) {
  return operands_of(statement).empty() && !statement.text.empty() &&
         std::all_of(statement.text.begin(), statement.text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

// AMD's assembly, and names of LLVM's functions. PTX has no underscores in the names of instructions,
// but in those of labels.
bool is_not_ptx(const AsmStatement& statement) {
  const std::size_t begin =
      std::min(statement.text.find_first_not_of(" \t\r\n"), statement.text.size());
  const std::string_view text = std::string_view(statement.text).substr(begin);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n;"));
  if (word.substr(0, 5) == "llvm." || is_name(statement)) return true;
  const std::size_t underscore = word.find('_');
  if (underscore != std::string_view::npos && word.back() != ':' &&
      underscore < word.find_first_of(".%")) {
    return true;
  }
  const std::vector<AsmOperand> operands = operands_of(statement);
  return std::any_of(operands.begin(), operands.end(), [](const AsmOperand& operand) {
    return !operand.constraint.empty() && operand.constraint.back() == 'v';
  });
}

std::string list_of(const std::vector<std::string>& opcodes) {
  std::string text;
  for (const std::string& opcode : opcodes) text += (text.empty() ? "" : ", ") + opcode;
  return text;
}

void refuse(Context* context, std::string_view range, const std::string& message) {
  Finding& finding = context->report(Code::asm_refused, range, message);
  finding.name = "asm";
}

}  // namespace

bool ptx_calls_rule(Context* context, const Token& keyword) {
  if (!context->words.options().translate_asm || context->reverse()) return false;
  if (context->dead || context->dead_on_device) return false;
  lexer::Lexer ahead = context->lexer;
  const auto statement = parse_asm(keyword, &ahead);
  if (!statement || statement->is_goto) return false;
  if (!statement->is_literal || has_directive(statement->range)) {
    refuse(context, statement->range, "a part of the text comes from a macro or an #if (text)");
    return true;
  }
  if (is_not_ptx(*statement)) return false;
  const ptx::Translation done = ptx::translate(text_of(*statement));
  const bool is_musas =
      statement->text.find(".mtx") != std::string::npos ||
      (!done.opcodes.empty() && done.opcodes[0][0] >= 'A' && done.opcodes[0][0] <= 'Z');
  if (is_musas || (done.opcodes.empty() && done.problem.empty())) return false;
  // Of PTX, an instruction with operands has its type behind a dot.
  if (done.problem.find("an operand in the name of an instruction") == 0) return false;
  if (!done.problem.empty()) {
    const std::string where = done.instruction.empty() ? "" : "`" + done.instruction + "`: ";
    refuse(context, statement->range, where + done.problem + " (" + done.group + ")");
    return true;
  }
  write(context, *statement, done);
  Finding& finding = context->report(Code::asm_translated, statement->range,
                                     list_of(done.opcodes) + " became C++");
  finding.name = "asm";
  return true;
}

// Before all else that is no comment.
void ptx_header_rule(Context* context) {
  lexer::Lexer lexer(context->text);
  Token token;
  const bool is_there = next_code(&lexer, &token);
  const char* at = is_there ? token.begin : context->text.data();
  context->edit({at, 0}, "#include \"torchada/ptx.h\"\n", "ptx", Certainty::certain);
}

}  // namespace torchada::port
