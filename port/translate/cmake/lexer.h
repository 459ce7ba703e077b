// Tokens of CMake's language. Joined, they are the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace torchada::port::cmake {

enum class TokenKind : std::uint8_t {
  space,
  newline,
  comment,  // of a line, or in brackets
  open,
  close,
  quoted,    // "..."
  bracket,   // [==[...]==]
  unquoted,  // also the name of a command
};

struct Token {
  TokenKind kind = TokenKind::space;
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // False at the end of the text.
  bool next(Token* token);

 private:
  TokenKind kind_at(std::size_t at) const;
  std::size_t end_of(TokenKind kind, std::size_t at) const;
  std::size_t end_of_quoted(std::size_t at) const;
  std::size_t end_of_unquoted(std::size_t at) const;
  std::size_t end_of_comment(std::size_t at) const;

  const std::string_view text_;
  std::size_t at_ = 0;
};

// The length of `[[`, `[=[` and so on where one begins; else 0.
std::size_t bracket_length(std::string_view text, std::size_t at);

}  // namespace torchada::port::cmake
