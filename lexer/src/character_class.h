// The tokens that a byte can begin: the lexer's dispatch table.
#pragma once

#include <array>
#include <cstdint>

namespace torchada::lexer {

enum class CharacterClass : std::uint8_t {
  kOther,
  kBlank,
  kNewline,
  kWord,
  kDigit,
  kDot,
  kQuote,
  kApostrophe,
  kSlash,
  kHash,
  kLess,
  kGreater,
  kBackslash,
  kSimple,      // a punctuator that never joins with another character, as far as we tell
  kPunctuator,  // one that may: -> :: == && ...
};

constexpr std::array<CharacterClass, 256> make_character_classes() {
  std::array<CharacterClass, 256> table{};
  auto set = [&table](const char* characters, CharacterClass value) {
    for (; *characters != '\0'; ++characters) table[static_cast<std::uint8_t>(*characters)] = value;
  };
  for (std::size_t i = 0x80; i < 256; ++i) table[i] = CharacterClass::kWord;
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$", CharacterClass::kWord);
  set("0123456789", CharacterClass::kDigit);
  set(" \t\v\f", CharacterClass::kBlank);
  set("\r\n", CharacterClass::kNewline);
  set("(){}[];,?~@`", CharacterClass::kSimple);
  set("+-*%^&|!=:", CharacterClass::kPunctuator);
  set(".", CharacterClass::kDot);
  set("\"", CharacterClass::kQuote);
  set("'", CharacterClass::kApostrophe);
  set("/", CharacterClass::kSlash);
  set("#", CharacterClass::kHash);
  set("<", CharacterClass::kLess);
  set(">", CharacterClass::kGreater);
  set("\\", CharacterClass::kBackslash);
  return table;
}

inline constexpr auto kCharacterClasses = make_character_classes();

inline CharacterClass class_of(char c) { return kCharacterClasses[static_cast<std::uint8_t>(c)]; }

inline bool is_word_character(char c) {
  const CharacterClass value = class_of(c);
  return value == CharacterClass::kWord || value == CharacterClass::kDigit;
}

inline bool is_blank(char c) { return class_of(c) == CharacterClass::kBlank; }

inline bool is_newline(char c) { return c == '\n' || c == '\r'; }

}  // namespace torchada::lexer
