// The user's own rules: [map], [keep] and [exclude] of a TOML file.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::port {

struct UserRules {
  std::unordered_map<std::string, std::string> map;  // identifiers, qualified names or headers
  std::vector<std::string> keep;                     // names or patterns with * and ?
  std::vector<std::string> exclude;                  // paths, likewise
};

// Reads a rules file, which may have the tables, strings, arrays of strings and comments of TOML. False, and a
// message with the line, for anything else.
bool parse_rules(std::string_view toml, UserRules* rules, std::string* error);

// True where the pattern fits the text: * is any text, slashes included, and ? is one character.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace torchada::port
