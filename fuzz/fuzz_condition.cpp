// Properties of the evaluation of #if conditions for any bytes.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condition.h"
#include "finding.h"
#include "torchada/lexer/lexer.h"

namespace {

using namespace torchada;
using port::MacroValue;

// A value for each name; it says nothing of about one in four, unless all are wanted.
port::Macros macros(std::size_t salt, bool all) {
  return [=](std::string_view name) -> std::optional<MacroValue> {
    const std::size_t hash = (std::hash<std::string_view>()(name) ^ salt) * 0x9E3779B97F4A7C15ULL;
    if (!all && hash >> 62 == 0) return std::nullopt;
    MacroValue value;
    value.defined = (hash >> 61 & 1) != 0;
    if (value.defined) value.value = static_cast<std::int64_t>(hash >> 32 & 1023);
    return value;
  };
}

void check_condition(lexer::Directive directive, const std::vector<lexer::Token>& tokens) {
  const port::Condition condition(directive, tokens);
  for (const std::size_t salt : {0U, 1U, 2U, 3U}) {
    const auto known = condition.evaluate(macros(salt, false));
    const auto full = condition.evaluate(macros(salt, true));
    fuzz::expect(!known || known == full, "what holds whatever a macro is holds for each value");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> exact(data, data + size);
  lexer::Lexer lexer({exact.data(), exact.size()});
  std::vector<lexer::Token> tokens;
  lexer::Directive directive = lexer::Directive::kIf;
  for (lexer::Token token; lexer.next_visible(&token);) {
    if (token.is(lexer::TokenKind::kDirectiveName) || token.is(lexer::TokenKind::kNewline)) {
      check_condition(directive, tokens);
      tokens.clear();
      directive = token.is(lexer::TokenKind::kNewline) ? lexer::Directive::kIf : token.directive;
    } else {
      tokens.push_back(token);
    }
    if (token.is(lexer::TokenKind::kNumber)) port::integer_of(token.text());
  }
  check_condition(directive, tokens);
  return 0;
}
