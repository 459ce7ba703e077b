// Fixed lists of words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace torchada::port {

template <std::size_t kSize>
bool is_one_of(const std::string_view (&words)[kSize], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// What an identifier may have, for the lexer.
inline bool is_word_character(char c) {
  return c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
         ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

}  // namespace torchada::port
