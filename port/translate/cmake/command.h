// The commands of a CMake file, and their arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lexer.h"

namespace torchada::port::cmake {

struct Argument {
  TokenKind kind = TokenKind::unquoted;  // open and close: brackets among the arguments
  std::size_t begin = 0;                 // of what is between the quotes or brackets
  std::size_t end = 0;
  std::size_t outer_begin = 0;  // with them
  std::size_t outer_end = 0;

  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct Command {
  std::string name;  // in lower case: CMake does not tell them apart
  std::size_t begin = 0;
  std::size_t name_end = 0;
  std::size_t close = 0;  // of the bracket that ends it
  std::vector<Argument> arguments;
};

struct Script {
  std::vector<Command> commands;
  std::vector<Token> comments;
};

// Text that is no command is passed over, and so is a command without an end.
Script parse(std::string_view text);

std::string lower(std::string_view text);

}  // namespace torchada::port::cmake
