// Strings, characters, numbers, header names and comments.
#include <string>

#include "character_class.h"
#include "scan.h"
#include "torchada/lexer/lexer.h"

namespace torchada::lexer {

namespace {

// Behind the closing quote; or, flagged, at the newline or the end of the text before it.
template <char kQuote>
const char* end_of_literal(const char* at, const char* end, Token* token) {
  while (true) {
    at = find<kQuote, '\\', '\n', '\r'>(at, end);
    if (at == end || is_newline(*at)) break;
    if (*at == kQuote) return at + 1;
    if (const long length = splice_length(at, end)) {
      token->flags |= flag::kSpliced;
      at += length;
    } else {
      // The escaped character may come behind a splice, and may be a quote.
      at = skip_splices(at + 1, end);
      if (at != end && !is_newline(*at)) ++at;
    }
  }
  token->flags |= flag::kUnterminated;
  return at;
}

// The delimiter of a raw string, up to its parenthesis; longer or odd ones are no raw strings.
constexpr long kLongestDelimiter = 16;

const char* end_of_delimiter(const char* at, const char* end) {
  for (const char* p = at; p != end && p - at <= kLongestDelimiter; ++p) {
    if (*p == '(') return p;
    if (*p == ')' || *p == '\\' || *p == '"' || is_blank(*p) || is_newline(*p)) break;
  }
  return nullptr;
}

const char* end_of_line_comment(const char* at, const char* end, Token* token) {
  while (true) {
    at = find<'\\', '\n', '\r'>(at, end);
    if (at == end || *at != '\\') return at;
    const long length = splice_length(at, end);
    if (length != 0) token->flags |= flag::kSpliced;
    at += length != 0 ? length : 1;
  }
}

const char* end_of_block_comment(const char* at, const char* end, Token* token) {
  while (true) {
    at = find_star(at, end);
    if (at == end) break;
    const char* slash = skip_splices(at + 1, end);
    if (slash != end && *slash == '/') return slash + 1;
    ++at;
  }
  token->flags |= flag::kUnterminated;
  return end;
}

}  // namespace

const char* Lexer::read_string(const char* quote, Token* token) {
  token->kind = TokenKind::kString;
  return end_of_literal<'"'>(quote + 1, end_, token);
}

const char* Lexer::read_character(const char* quote, Token* token) {
  token->kind = TokenKind::kCharacter;
  return end_of_literal<'\''>(quote + 1, end_, token);
}

const char* Lexer::read_raw_string(const char* quote, Token* token) {
  const char* open = end_of_delimiter(quote + 1, end_);
  if (open == nullptr) return read_string(quote, token);
  token->kind = TokenKind::kRawString;
  token->flags = 0;  // backslashes are plain characters in it
  const std::string_view delimiter(quote + 1, static_cast<std::size_t>(open - quote - 1));
  for (const char* at = open + 1;; ++at) {
    at = find<')'>(at, end_);
    if (at == end_) break;
    const std::string_view rest(at + 1, static_cast<std::size_t>(end_ - at - 1));
    if (rest.size() > delimiter.size() && rest.substr(0, delimiter.size()) == delimiter &&
        rest[delimiter.size()] == '"') {
      return at + delimiter.size() + 2;
    }
  }
  token->flags |= flag::kUnterminated;
  return end_;
}

const char* Lexer::read_header_name(const char* at, Token* token) {
  token->kind = TokenKind::kHeaderName;
  const char* close =
      *at == '<' ? find<'>', '\n', '\r'>(at + 1, end_) : find<'"', '\n', '\r'>(at + 1, end_);
  if (close != end_ && !is_newline(*close)) return close + 1;
  token->flags |= flag::kUnterminated;
  return close;
}

const char* Lexer::read_slash(const char* at, Token* token) {
  const char* second = at + 1;
  if (second != end_ && *second == '\\') second = skip_splices(second, end_);
  if (second != end_ && (*second == '/' || *second == '*')) {
    if (second != at + 1) token->flags |= flag::kSpliced;
    const bool line = *second == '/';
    token->kind = line ? TokenKind::kLineComment : TokenKind::kBlockComment;
    return line ? end_of_line_comment(second + 1, end_, token)
                : end_of_block_comment(second + 1, end_, token);
  }
  return read_punctuator(at, token);
}

// A preprocessing number: digits, letters, dots, signs behind an exponent, ' between digits.
const char* Lexer::read_number(const char* at, Token* token) {
  const char* p = at + 1;
  if (*at == '.') {
    const char* digit = skip_splices(p, end_);
    if (digit == end_ || class_of(*digit) != CharacterClass::kDigit) {
      return read_punctuator(at, token);
    }
  }
  token->kind = TokenKind::kNumber;
  while (p != end_) {
    const char c = *p;
    if (is_word_character(c)) {
      ++p;
      const bool exponent = (c | 0x20) == 'e' || (c | 0x20) == 'p';
      if (exponent && p != end_ && (*p == '+' || *p == '-')) ++p;
    } else if (c == '.') {
      ++p;
    } else if (c == '\'' && end_ - p > 1 && is_word_character(p[1])) {
      p += 2;
    } else if (c == '\\') {
      const char* after = skip_splices(p, end_);
      if (after == p || after == end_ || !(is_word_character(*after) || *after == '.')) break;
      token->flags |= flag::kSpliced;
      p = after;
    } else {
      break;
    }
  }
  return p;
}

}  // namespace torchada::lexer
