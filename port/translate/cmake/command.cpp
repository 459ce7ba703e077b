// From tokens to commands.
#include "command.h"

#include <algorithm>

namespace torchada::port::cmake {

namespace {

bool is_identifier(std::string_view word) {
  const auto fits = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  };
  return !word.empty() && !(word[0] >= '0' && word[0] <= '9') &&
         std::all_of(word.begin(), word.end(), fits);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), lexer_(text) {}

  Script parse() {
    for (Token token; next(&token);) {
      const bool named = token.kind == TokenKind::unquoted &&
                         is_identifier(text_.substr(token.begin, token.end - token.begin));
      if (token.kind == TokenKind::open && has_name_) {
        command();
        has_name_ = false;
      } else {
        has_name_ = named;
        name_ = token;
      }
    }
    return std::move(script_);
  }

 private:
  // Blanks and comments are no tokens here.
  bool next(Token* token) {
    while (lexer_.next(token)) {
      if (token->kind == TokenKind::comment) {
        script_.comments.push_back(*token);
      } else if (token->kind != TokenKind::space && token->kind != TokenKind::newline) {
        return true;
      }
    }
    return false;
  }

  void command() {
    Command command;
    command.name = lower(text_.substr(name_.begin, name_.end - name_.begin));
    command.begin = name_.begin;
    command.name_end = name_.end;
    std::size_t depth = 1;
    for (Token token; next(&token);) {
      if (token.kind == TokenKind::open) ++depth;
      if (token.kind == TokenKind::close && --depth == 0) {
        command.close = token.begin;
        script_.commands.push_back(std::move(command));
        return;
      }
      command.arguments.push_back(argument(token));
    }
  }

  Argument argument(const Token& token) const {
    Argument argument{token.kind, token.begin, token.end, token.begin, token.end};
    if (token.kind == TokenKind::quoted) {
      ++argument.begin;
      argument.end = std::max(argument.begin, token.end - 1);
    } else if (token.kind == TokenKind::bracket) {
      const std::size_t length = bracket_length(text_, token.begin);
      argument.begin = token.begin + length;
      argument.end = std::max(argument.begin, token.end - std::min(length, token.end));
    }
    return argument;
  }

  const std::string_view text_;
  Lexer lexer_;
  Script script_;
  Token name_;
  bool has_name_ = false;
};

}  // namespace

Script parse(std::string_view text) { return Parser(text).parse(); }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return result;
}

}  // namespace torchada::port::cmake
