// Assembly in device code: statements that the tables know become calls, any other one is an error where the compiler
// emits it.
#include <algorithm>

#include "mcc/assembly/translate.h"
#include "mcc/rewrite/asm_statement.h"
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// Whether the function around a token has one of the qualifiers of device code.
bool in_device_code(const Pass& pass, Index token) {
  for (Index number = pass.scopes.around(token); number != kNone;
       number = pass.scopes[number].outer) {
    const ScopeKind kind = pass.scopes.kind(number);
    if (kind != ScopeKind::kFunction && kind != ScopeKind::kLambda) continue;
    const Index open = pass.scopes[number].open;
    for (Index at = statement_begin(pass.source, open); at < open; ++at) {
      if (pass.source.is(at, word::kDevice) || pass.source.is(at, word::kGlobal)) return true;
    }
  }
  return false;
}

// Fits into a string of C++, and into a line.
std::string first_words(std::string_view instruction) {
  std::string words;
  for (const char c : instruction) {
    if (c == '\\' || c == '"' || c == '\n' || words.size() == 60) break;
    words += c;
  }
  while (!words.empty() && (words.back() == ' ' || words.back() == '{')) words.pop_back();
  return words;
}

std::string error_call(Pass* pass, std::string_view instruction) {
  const std::string name = "musasim_assembly_" + pass->next_number();
  // clang reports a call of such a function only where it cannot throw.
  return "do { extern void " + name +
         "() noexcept __attribute__((error(\"the simulated GPU cannot run assembly: `" +
         first_words(instruction) + "`; write the operation in C++ if __MUSA__ is defined\"))); " +
         name + "(); } while (false)";
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

}  // namespace

void rewrite_assembly(Pass* pass, Index keyword) {
  const std::optional<AsmStatement> statement = read_asm_statement(pass->source, keyword);
  if (!statement || !in_device_code(*pass, keyword)) return;
  std::vector<std::string> names;
  for (const AsmOperand& operand : statement->operands) names.push_back(operand.name);
  const assembly::Translation translation = assembly::translate(statement->text, names);
  const bool is_unknown = !translation.unknown.empty();
  if (!is_unknown && translation.code.empty()) return;  // a barrier for the compiler
  const std::uint32_t begin = pass->begin_of(keyword);
  const std::uint32_t end = pass->end_of(statement->close);
  const std::string_view old = pass->source.text(begin, end);
  const auto lines = static_cast<std::size_t>(std::count(old.begin(), old.end(), '\n'));
  const std::string text =
      is_unknown ? error_call(pass, translation.unknown) : calls(*statement, translation.code);
  pass->edits.replace(begin, end, text + std::string(lines, '\n'));
}

}  // namespace musasim::mcc
