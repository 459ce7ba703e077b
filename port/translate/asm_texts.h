// Parts of asm statements that are read without tokens.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "words.h"

namespace torchada::port {

// The part of an expression that is neither string, comment, directive nor line splice.
inline bool is_plain(char c) {
  static const std::array<bool, 256> kPlain = [] {
    std::array<bool, 256> plain{};
    for (int byte = 0; byte < 256; ++byte) {
      const char one = static_cast<char>(byte);
      const bool is_special = std::string_view("\"'/\\#;{}").find(one) != std::string_view::npos;
      plain[static_cast<std::size_t>(byte)] =
          !is_special && (is_word_character(one) || is_space(one) || (one > ' ' && one < '~'));
    }
    return plain;
  }();
  return kPlain[static_cast<unsigned char>(c)];
}

// The end of an expression in parentheses; null where it is not plain.
inline const char* end_of_plain_expression(const char* at, const char* end) {
  int depth = 0;
  if (at == end || *at != '(') return nullptr;
  for (; at != end && is_plain(*at); ++at) {
    if (*at == '(') ++depth;
    if (*at == ')' && --depth == 0) return at + 1;
  }
  return nullptr;
}

// The name of a register, or `memory`. A quote that is missing before makes other texts of them.
inline bool is_clobber(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_word_character(c) || c == '%' || c == '$' || c == '.' || c == '-';
  });
}

}  // namespace torchada::port
