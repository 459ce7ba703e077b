// Finds names for variables.
#include <algorithm>

#include "torchada/ptx/translate.h"

namespace torchada::ptx {

namespace {

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether a word of the text begins so.
bool has_word_that_begins(std::string_view text, std::string_view begin) {
  for (std::size_t at = text.find(begin); at != std::string_view::npos;
       at = text.find(begin, at + 1)) {
    if (at == 0 || !is_part_of_word(text[at - 1])) return true;
  }
  return false;
}

}  // namespace

std::string free_prefix(const std::vector<std::string_view>& expressions) {
  std::string prefix = "ptx_";
  for (int number = 1;; ++number) {
    const auto is_taken = [&prefix](std::string_view text) {
      return has_word_that_begins(text, prefix);
    };
    if (std::none_of(expressions.begin(), expressions.end(), is_taken)) return prefix;
    prefix = "ptx" + std::to_string(number) + "_";
  }
}

}  // namespace torchada::ptx
