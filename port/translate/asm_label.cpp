// Tells names of symbols from asm statements.
#include "asm_label.h"

#include <algorithm>

#include "words.h"

namespace torchada::port {

namespace {

constexpr std::size_t kFarthest = 4096;  // that a list of parameters is read back
constexpr std::string_view kBeforeStatement[] = {"else", "do", "__extension__", "volatile"};
constexpr std::string_view kWithCondition[] = {"if", "while", "for", "switch", "constexpr"};

// Whether ("text") follows, one or more strings, and nothing else; no blank and no `;` is in them.
bool is_name_in_parentheses(Lexer lexer) {
  Token token;
  if (!next_code(&lexer, &token) || !token.is_op('(')) return false;
  bool has_text = false;
  while (next_code(&lexer, &token) && !token.is_op(')')) {
    if (token.is_op(':') || token.is_op(op::kScope)) return false;
    const bool is_text = token.is(TokenKind::kString) || token.is(TokenKind::kRawString);
    if (is_text && token.text().find_first_of("; \t\n%{") != std::string_view::npos) return false;
    has_text = true;
  }
  return has_text && token.is_op(')');
}

// The word before the parenthesis whose partner `end` is behind.
std::string_view word_before_parenthesis(std::string_view text, std::size_t end) {
  int depth = 0;
  for (std::size_t at = end; at > 0 && end - at < kFarthest; --at) {
    if (text[at - 1] == ')') ++depth;
    if (text[at - 1] == '(' && --depth == 0) return word_before(text, at - 1);
  }
  return {};
}

}  // namespace

bool is_asm_label(const Context& context, const Token& keyword) {
  const Token before = context.lexer.before(keyword);
  if (before.is_op(']')) return is_name_in_parentheses(context.lexer);
  if (before.is(TokenKind::kIdentifier)) {
    return !is_one_of(kBeforeStatement, before.text()) && is_name_in_parentheses(context.lexer);
  }
  if (!before.is_op(')')) return false;
  const std::string_view word = word_before_parenthesis(context.text, context.offset(before.end));
  // A word in capitals is a macro before a statement.
  const bool is_macro =
      std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return !is_macro && !is_one_of(kWithCondition, word) && is_name_in_parentheses(context.lexer);
}

}  // namespace torchada::port
