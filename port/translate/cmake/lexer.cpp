// Reading CMake's tokens, those of its older versions too.
#include "lexer.h"

#include <algorithm>
#include <string>

namespace torchada::port::cmake {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Whether the character ends an argument without quotes.
bool ends_argument(char c) {
  return is_blank(c) || c == '\n' || c == '(' || c == ')' || c == '#' || c == '\0';
}

// Behind the bracket that closes the one at `at`; the end of the text where there is none.
std::size_t end_of_bracket(std::string_view text, std::size_t at) {
  const std::size_t length = bracket_length(text, at);
  const std::string closing = "]" + std::string(length - 2, '=') + "]";
  const std::size_t found = text.find(closing, at + length);
  return found == std::string_view::npos ? text.size() : found + closing.size();
}

}  // namespace

std::size_t bracket_length(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return 0;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] == '=') ++end;
  return end < text.size() && text[end] == '[' ? end + 1 - at : 0;
}

bool Lexer::next(Token* token) {
  if (at_ >= text_.size()) return false;
  token->kind = kind_at(at_);
  token->begin = at_;
  token->end = at_ = end_of(token->kind, at_);
  return true;
}

TokenKind Lexer::kind_at(std::size_t at) const {
  switch (text_[at]) {
    case ' ':
    case '\t':
    case '\r': return TokenKind::space;
    case '\n': return TokenKind::newline;
    case '#': return TokenKind::comment;
    case '(': return TokenKind::open;
    case ')': return TokenKind::close;
    case '"': return TokenKind::quoted;
    default: break;
  }
  return bracket_length(text_, at) != 0 ? TokenKind::bracket : TokenKind::unquoted;
}

std::size_t Lexer::end_of(TokenKind kind, std::size_t at) const {
  switch (kind) {
    case TokenKind::space:
      while (at < text_.size() && is_blank(text_[at])) ++at;
      return at;
    case TokenKind::newline:
    case TokenKind::open:
    case TokenKind::close: return at + 1;
    case TokenKind::comment: return end_of_comment(at);
    case TokenKind::quoted: return end_of_quoted(at);
    case TokenKind::bracket: return end_of_bracket(text_, at);
    case TokenKind::unquoted: break;
  }
  return end_of_unquoted(at);
}

std::size_t Lexer::end_of_comment(std::size_t at) const {
  if (bracket_length(text_, at + 1) != 0) return end_of_bracket(text_, at + 1);
  return std::min(text_.find('\n', at), text_.size());
}

std::size_t Lexer::end_of_quoted(std::size_t at) const {
  for (++at; at < text_.size() && text_[at] != '"'; ++at) {
    if (text_[at] == '\\') ++at;
  }
  return std::min(at + 1, text_.size());
}

// The end of an argument, in which CMake still reads old forms: -DX="a b" and $(MAKE).
std::size_t Lexer::end_of_unquoted(std::size_t at) const {
  const std::size_t begin = at;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '\\') {
      at = std::min(at + 2, text_.size());
    } else if (c == '"') {
      at = end_of_quoted(at);
    } else if (c == '$' && at + 1 < text_.size() && text_[at + 1] == '(') {
      const std::size_t end = text_.find_first_of(")\n", at);
      if (end == std::string_view::npos || text_[end] != ')') return at + 1;
      at = end + 1;
    } else if (ends_argument(c) && at != begin) {
      return at;
    } else {
      ++at;
    }
  }
  return at;
}

}  // namespace torchada::port::cmake
