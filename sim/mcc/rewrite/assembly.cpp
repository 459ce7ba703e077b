// Assembly in device code that is no PTX which has become calls: MUSA's own becomes calls where the tables know it, any
// other statement is an error where the compiler emits it.
#include "mcc/assembly/translate.h"
#include "mcc/rewrite/asm_statement.h"
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/ptx.h"

namespace musasim::mcc {

namespace {

// Fits into a string of C++, and into a line.
std::string quotable(std::string_view text) {
  std::string words;
  for (const char c : text) {
    if (c != '\\' && c != '"') words += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  }
  return words;
}

std::string first_words(std::string_view instruction) {
  std::string words = quotable(instruction.substr(0, instruction.find_first_of("\\\"\n")));
  if (words.size() > 60) words.resize(60);
  while (!words.empty() && (words.back() == ' ' || words.back() == '{')) words.pop_back();
  return words;
}

// `reason` begins with a colon where there is one.
std::string error_call(Pass* pass, std::string_view instruction, const std::string& reason) {
  const std::string name = "musasim_assembly_" + pass->next_number();
  // clang reports a call of such a function only where it cannot throw.
  return "do { extern void " + name +
         "() noexcept __attribute__((error(\"the simulated GPU cannot run assembly: `" +
         first_words(instruction) + "`" + quotable(reason) +
         "; write the operation in C++ if __MUSA__ is defined\"))); " + name +
         "(); } while (false)";
}

std::string calls(const AsmStatement& statement, const std::string& code) {
  std::string text = "do { ";
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    const std::string name = "musasim_operand_" + std::to_string(i);
    text +=
        "auto&& " + name + " = (" + statement.operands[i].expression + "); (void)" + name + "; ";
  }
  return text + code + "} while (false)";
}

// Empty where the statement stays.
std::string own_assembly(Pass* pass, const AsmStatement& statement) {
  std::vector<std::string> names;
  for (const AsmOperand& operand : statement.operands) names.push_back(operand.name);
  const assembly::Translation translation = assembly::translate(statement.text, names);
  if (!translation.unknown.empty()) return error_call(pass, translation.unknown, {});
  return calls(statement, translation.code);
}

std::string ptx(Pass* pass, const AsmStatement& statement) {
  const torchada::ptx::Translation done = translate_ptx(statement);
  if (done.problem.empty()) {
    if (!done.code.empty() && !pass->options.ptx) pass->needs_ptx = true;
    return {};
  }
  return error_call(pass, done.instruction.empty() ? statement.text : done.instruction,
                    ": " + done.problem);
}

}  // namespace

void rewrite_assembly(Pass* pass, Index keyword) {
  const std::optional<AsmStatement> statement = read_asm_statement(pass->source, keyword);
  if (!statement || !in_device_code(pass->source, pass->scopes, keyword)) return;
  const bool is_own = assembly::is_own(statement->text);
  std::string code = is_own ? own_assembly(pass, *statement) : ptx(pass, *statement);
  if (code.empty()) return;
  replace_statement(pass->source, keyword, statement->close, std::move(code), &pass->edits);
}

}  // namespace musasim::mcc
