// Words: lists of them, what is around them, texts made of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

namespace torchada::port {

template <std::size_t kSize>
bool is_one_of(const std::string_view (&words)[kSize], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

inline bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

inline bool ends(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

// True for the characters that the lexer takes as part of an identifier.
inline bool is_word_character(char c) {
  return c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
         ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// HOST_DEVICE: a macro that may say anything.
inline bool is_macro_name(std::string_view word) {
  return word.size() > 2 &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

inline const char* skip_spaces(const char* at, const char* end) {
  while (at != end && is_space(*at)) ++at;
  return at;
}

// The first character behind blanks, or a blank.
inline char next_character(std::string_view text, std::size_t at) {
  const char* const end = text.data() + text.size();
  const char* const found = skip_spaces(text.data() + at, end);
  return found == end ? ' ' : *found;
}

// False where no `::` can be next, behind a blank, a comment or a splice.
inline bool may_go_on(const char* at, const char* end) {
  at = skip_spaces(at, end);
  return at != end && (*at == ':' || *at == '/' || *at == '\\');
}

// Joins the parts; `+` would take memory for each.
inline std::string concat(std::initializer_list<std::string_view> parts) {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::string text;
  text.reserve(size);
  for (const std::string_view part : parts) text.append(part);
  return text;
}

// True where the path ends with `end`, which begins at a `/`.
inline bool ends_with_path(std::string_view path, std::string_view end) {
  if (path.size() <= end.size()) return path == end;
  const std::size_t begin = path.size() - end.size();
  return path[begin - 1] == '/' && path.substr(begin) == end;
}

// The word that ends where `end` is, or before blanks there; empty where something else is.
inline std::string_view word_before(std::string_view text, std::size_t end) {
  while (end > 0 && is_space(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word_character(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

}  // namespace torchada::port
