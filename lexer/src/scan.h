// Loops over many bytes at a time: 16 with SSE2 or NEON, one elsewhere and at the end of the text.
#pragma once

#include <cstdint>

#include "character_class.h"
#include "torchada/lexer/block.h"

namespace torchada::lexer {

// The first byte that belongs to no word.
inline const char* skip_word(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block::Mask rest = Block::mask(Block(at).words()) ^ Block::kAll;
    if ((rest & Block::kAll) != 0) return at + Block::first(rest & Block::kAll);
  }
#endif
  while (at != end && is_word_character(*at)) ++at;
  return at;
}

// The first byte that is neither a blank nor a newline, and whether a newline is before it.
inline const char* skip_space(const char* at, const char* end, bool* newline) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block block(at);
    const Block::Mask newlines = Block::mask(block.any_of<'\n', '\r'>());
    const Block::Mask space = newlines | Block::mask(block.any_of<' ', '\t', '\v', '\f'>());
    const Block::Mask rest = (space ^ Block::kAll) & Block::kAll;
    if (rest == 0) {
      *newline = *newline || newlines != 0;
      continue;
    }
    const Block::Mask before = (rest & (~rest + 1)) - 1;
    *newline = *newline || (newlines & before) != 0;
    return at + Block::first(rest);
  }
#endif
  for (; at != end && (is_blank(*at) || is_newline(*at)); ++at) {
    *newline = *newline || is_newline(*at);
  }
  return at;
}

// The target of next_word(): the first byte that begins more than punctuation of one character, and
// where a word that begins there ends.
struct Stop {
  const char* at;
  const char* word_end;
};

inline bool is_stop(char c) {
  switch (class_of(c)) {
    case CharacterClass::kWord:
    case CharacterClass::kDigit:
    case CharacterClass::kQuote:
    case CharacterClass::kApostrophe:
    case CharacterClass::kSlash:
    case CharacterClass::kHash:
    case CharacterClass::kLess:
    case CharacterClass::kBackslash: return true;
    default: return false;
  }
}

inline Stop find_stop(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block block(at);
    const Block::Mask words = Block::mask(block.words());
    const Block::Mask stops = words | Block::mask(block.any_of<'"', '\'', '/', '#', '\\', '<'>());
    if (stops == 0) continue;
    const std::uint32_t index = Block::first(stops);
    const Block::Mask rest = (words ^ Block::kAll) & Block::from(index);
    if (rest != 0) return {at + index, at + Block::first(rest)};
    return {at + index, skip_word(at + kBlockBytes, end)};
  }
#endif
  while (at != end && !is_stop(*at)) ++at;
  return {at, skip_word(at, end)};
}

// The first `*` that a `/` or a backslash follows, or the end.
inline const char* find_star(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at > kBlockBytes; at += kBlockBytes) {
    const Block next(at + 1);
    const Block::Mask found =
        Block::mask(Block::both(Block(at).any_of<'*'>(), next.any_of<'/', '\\'>()));
    if (found != 0) return at + Block::first(found);
  }
#endif
  for (; end - at > 1; ++at) {
    if (*at == '*' && (at[1] == '/' || at[1] == '\\')) return at;
  }
  return end;
}

// Bytes of the line splice that begins here (a backslash, blanks, a newline), or 0.
inline long splice_length(const char* at, const char* end) {
  if (at == end || *at != '\\') return 0;
  const char* p = at + 1;
  while (p != end && is_blank(*p)) ++p;
  if (p == end || !is_newline(*p)) return 0;
  const bool two = *p == '\r' && end - p > 1 && p[1] == '\n';
  return p + (two ? 2 : 1) - at;
}

// Past all line splices that follow each other here.
inline const char* skip_splices(const char* at, const char* end) {
  while (const long length = splice_length(at, end)) at += length;
  return at;
}

}  // namespace torchada::lexer
