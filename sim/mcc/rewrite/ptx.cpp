// Writes the calls that PTX becomes, before all else is rewritten: what follows sees functions of device code.
#include "mcc/rewrite/ptx.h"

#include <algorithm>
#include <iterator>

#include "mcc/assembly/translate.h"

namespace musasim::mcc {

namespace {

bool is_keyword(const Source& source, Index at) {
  return std::any_of(std::begin(kAsmWords), std::end(kAsmWords),
                     [&](std::uint32_t word) { return source.is(at, word); });
}

std::string plain_call(const AsmStatement& statement, const std::vector<std::string>& pieces) {
  std::string code = pieces[0];
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    code += "(" + statement.operands[i].expression + ")" + pieces[i + 1];
  }
  return code;
}

// A prefix of variables, so that operands name none of them.
std::string prefix_of(const AsmStatement& statement) {
  std::vector<std::string_view> expressions;
  for (const AsmOperand& operand : statement.operands) expressions.push_back(operand.expression);
  return torchada::ptx::free_prefix(expressions);
}

// Outputs are references, inputs are copies.
std::string calls(const AsmStatement& statement, const std::string& code) {
  const std::string prefix = prefix_of(statement);
  std::string text = "do { ";
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    const AsmOperand& operand = statement.operands[i];
    const std::string name = prefix + std::to_string(i);
    text += (operand.is_output ? "auto&& " : "const auto ") + name + " = (" + operand.expression +
            "); (void)" + name + "; ";
  }
  return text + code + "} while (false)";
}

}  // namespace

torchada::ptx::Translation translate_ptx(const AsmStatement& statement) {
  // A text without an instruction stays: a barrier for the compiler.
  if (statement.text.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  torchada::ptx::AsmText text;
  text.text = statement.text;
  text.clobbers_memory = statement.clobbers_memory;
  text.variables = prefix_of(statement);
  for (const AsmOperand& operand : statement.operands) {
    text.operands.push_back({operand.name, operand.constraint, operand.is_output});
  }
  return torchada::ptx::translate(text);
}

std::string with_ptx_calls(std::string text) {
  const Source source(std::move(text));
  const Scopes scopes(source);
  Edits edits;
  for (Index at = 0; at < source.size(); ++at) {
    if (!is_keyword(source, at)) continue;
    const std::optional<AsmStatement> statement = read_asm_statement(source, at);
    if (!statement || assembly::is_own(statement->text)) continue;
    if (!in_device_code(source, scopes, at)) continue;
    const torchada::ptx::Translation done = translate_ptx(*statement);
    if (done.code.empty()) continue;
    std::string code =
        done.is_plain ? plain_call(*statement, done.pieces) : calls(*statement, done.code);
    replace_statement(source, at, statement->close, std::move(code), &edits);
  }
  return edits.apply(source.text());
}

}  // namespace musasim::mcc
