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

std::string prefix_of(const AsmStatement& statement) {
  std::vector<std::string_view> expressions;
  for (const AsmOperand& operand : operands_of(statement))
    expressions.push_back(operand.expression);
  return ptx::free_prefix(expressions);
}

ptx::AsmText text_of(const AsmStatement& statement) {
  ptx::AsmText text;
  text.text = statement.text;
  text.variables = prefix_of(statement);
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
    const std::string prefix = prefix_of(statement);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_output = i < statement.outputs.size();
      pieces.back() += (is_output ? "auto&& " : "const auto ") + prefix + std::to_string(i) + " = ";
      pieces.push_back("; ");
    }
    pieces.back() += done.code + "} while (false)";
  }
  return pieces;
}

// The ends of lines in the text, and the blanks behind the last one. In a macro each of them is spliced.
std::string lines_of(std::string_view text, bool in_macro) {
  std::string lines;
  std::size_t last = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    std::size_t begin = at;
    if (begin > 0 && text[begin - 1] == '\r') --begin;
    if (in_macro) lines += lines.empty() ? "\\" : " \\";
    lines += text.substr(begin, at + 1 - begin);
    last = at + 1;
  }
  if (lines.empty()) return lines;
  const std::size_t end = text.find_first_not_of(" \t", last);
  return lines.append(text.substr(last, std::min(end, text.size()) - last));
}

// Every operand stays on its line, and so does what is behind the statement.
void write(Context* context, const AsmStatement& statement, const ptx::Translation& done,
           bool in_macro) {
  const std::vector<std::string> pieces = pieces_of(statement, done);
  const std::vector<AsmOperand> operands = operands_of(statement);
  const char* at = statement.range.data();
  const char* const end = at + statement.range.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const char* const next = i < operands.size() ? operands[i].expression.data() : end;
    const std::string_view old(at, static_cast<std::size_t>(next - at));
    const std::string lines = lines_of(old, in_macro);
    std::string before =
        i == 0 ? comment_of(statement.texts.empty() ? statement.text : statement.texts[0]) : "";
    std::string behind = pieces[i];
    if (i > 0 && i + 1 < pieces.size()) std::swap(before, behind);
    while (!lines.empty() && !in_macro && !before.empty() && before.back() == ' ')
      before.pop_back();
    const std::string piece = before + lines + behind;
    context->edit(old, piece, "ptx", Certainty::certain);
    if (i < operands.size()) at = next + operands[i].expression.size();
  }
  context->has_ptx_calls = true;
}

// Whether both are refused for the same hardware, or became the same code.
bool is_alike(const ptx::Translation& one, const ptx::Translation& other) {
  if (!one.problem.empty())
    return one.group == other.group && one.group != "syntax" && one.group != "unknown";
  return other.problem.empty() && one.pieces == other.pieces && one.is_plain == other.is_plain;
}

// Of all texts that the statement may have.
ptx::Translation translation_of(const AsmStatement& statement) {
  ptx::AsmText text = text_of(statement);
  if (statement.texts.empty()) return ptx::translate(text);
  text.text = statement.texts[0];
  ptx::Translation first = ptx::translate(text);
  for (const std::string& other : statement.texts) {
    text.text = other;
    if (is_alike(first, ptx::translate(text))) continue;
    first.problem = "macros or an #if give the text different meanings";
    first.group = "text";
    first.instruction.clear();
    break;
  }
  return first;
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

ptx::Language language_of(const AsmStatement& statement) {
  std::vector<std::string_view> constraints;
  for (const AsmOperand& operand : operands_of(statement))
    constraints.push_back(operand.constraint);
  return ptx::language_of(statement.text, constraints, statement.clobbers);
}

bool ptx_calls_rule(Context* context, const Token& keyword) {
  if (!context->words.options().translate_asm || context->reverse()) return false;
  if (context->dead || context->dead_on_device) return false;
  lexer::Lexer ahead = context->lexer;
  const auto statement = parse_asm(keyword, &ahead, &context->macros);
  if (!statement || statement->is_goto) return false;
  if (!statement->is_literal) {
    if (language_of(*statement) != ptx::Language::kPtx) return false;
    refuse(context, statement->range, "a part of the text comes from a macro or an #if (text)");
    return true;
  }
  const ptx::Translation done = translation_of(*statement);
  const bool is_musas =
      statement->text.find(".mtx") != std::string::npos ||
      (!done.opcodes.empty() && done.opcodes[0][0] >= 'A' && done.opcodes[0][0] <= 'Z');
  if (is_musas || (done.opcodes.empty() && done.problem.empty())) return false;
  if (!done.problem.empty()) {
    if (language_of(*statement) != ptx::Language::kPtx) return false;
    const std::string where = done.instruction.empty() ? "" : "`" + done.instruction + "`: ";
    refuse(context, statement->range, where + done.problem + " (" + done.group + ")");
    return true;
  }
  write(context, *statement, done, keyword.directive != lexer::Directive::kNone);
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
