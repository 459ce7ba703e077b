// Our own files are text: lines of fields between tabs.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::port {

// Any bytes as a field, and back.
std::string escaped(std::string_view text);
std::string unescaped(std::string_view field);

// Takes the next whole line off the text. False at the end; what has no newline was cut off, and
// is left out.
bool next_line(std::string_view* text, std::vector<std::string_view>* fields);

// 0 for what is no number.
template <class Number>
Number number(std::string_view field) {
  Number value{};
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

}  // namespace torchada::port
