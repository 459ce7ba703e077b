// Loops over many bytes at a time: 16 with SSE2 or NEON, one elsewhere and at the end of the text.
#pragma once

#include <cstdint>

#include "character_class.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace torchada::lexer {

#if defined(__SSE2__)
#define TORCHADA_LEXER_BLOCKS 1

// 16 bytes and the questions asked of them; an answer has a bit (kBitsPerByte of them) per byte.
class Block {
 public:
  using Mask = std::uint32_t;
  static constexpr int kBitsPerByte = 1;
  static constexpr Mask kAll = 0xffff;

  explicit Block(const char* at)
      : bytes_(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(at)))) {}

  // The bytes that are one of the characters.
  template <char... kCharacters>
  Mask equal() const {
    return mask(any_of<kCharacters...>());
  }

  Mask word() const {
    const __m128i lower = _mm_or_si128(bytes_, _mm_set1_epi8(0x20));
    const __m128i letter = at_most(_mm_sub_epi8(lower, _mm_set1_epi8('a')), 25);
    const __m128i digit = at_most(_mm_sub_epi8(bytes_, _mm_set1_epi8('0')), 9);
    const __m128i underscore = _mm_cmpeq_epi8(bytes_, _mm_set1_epi8('_'));
    const __m128i dollar = _mm_cmpeq_epi8(bytes_, _mm_set1_epi8('$'));
    const __m128i any = _mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(underscore, dollar));
    return mask(_mm_or_si128(any, bytes_));  // the top bit of a byte from 0x80 on counts itself
  }

  // What begins more than punctuation of one character, beside words.
  Mask stops() const { return mask(any_of<'"', '\'', '/', '#', '\\', '<'>()); }

  static std::uint32_t first(Mask mask) { return static_cast<std::uint32_t>(__builtin_ctz(mask)); }
  static Mask from(std::uint32_t index) { return (kAll << index) & kAll; }

 private:
  template <char... kCharacters>
  __m128i any_of() const {
    __m128i any = _mm_setzero_si128();
    ((any = _mm_or_si128(any, _mm_cmpeq_epi8(bytes_, _mm_set1_epi8(kCharacters)))), ...);
    return any;
  }
  static Mask mask(__m128i value) { return static_cast<Mask>(_mm_movemask_epi8(value)); }
  static __m128i at_most(__m128i value, char limit) {
    return _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(limit)), value);
  }

  __m128i bytes_;
};

#elif defined(__aarch64__)
#define TORCHADA_LEXER_BLOCKS 1

class Block {
 public:
  using Mask = std::uint64_t;
  static constexpr int kBitsPerByte = 4;
  static constexpr Mask kAll = ~Mask{0};

  explicit Block(const char* at)
      : bytes_(vld1q_u8(static_cast<const std::uint8_t*>(static_cast<const void*>(at)))) {}

  template <char... kCharacters>
  Mask equal() const {
    return mask(any_of<kCharacters...>());
  }

  Mask word() const {
    const uint8x16_t lower = vorrq_u8(bytes_, vdupq_n_u8(0x20));
    const uint8x16_t letter = vcleq_u8(vsubq_u8(lower, vdupq_n_u8('a')), vdupq_n_u8(25));
    const uint8x16_t digit = vcleq_u8(vsubq_u8(bytes_, vdupq_n_u8('0')), vdupq_n_u8(9));
    const uint8x16_t underscore = vceqq_u8(bytes_, vdupq_n_u8('_'));
    const uint8x16_t dollar = vceqq_u8(bytes_, vdupq_n_u8('$'));
    const uint8x16_t high = vcgeq_u8(bytes_, vdupq_n_u8(0x80));
    return mask(vorrq_u8(vorrq_u8(vorrq_u8(letter, digit), vorrq_u8(underscore, dollar)), high));
  }

  Mask stops() const { return mask(any_of<'"', '\'', '/', '#', '\\', '<'>()); }

  static std::uint32_t first(Mask mask) {
    return static_cast<std::uint32_t>(__builtin_ctzll(mask)) / kBitsPerByte;
  }
  static Mask from(std::uint32_t index) { return kAll << (index * kBitsPerByte); }

 private:
  template <char... kCharacters>
  uint8x16_t any_of() const {
    uint8x16_t any = vdupq_n_u8(0);
    ((any = vorrq_u8(any, vceqq_u8(bytes_, vdupq_n_u8(static_cast<std::uint8_t>(kCharacters))))),
     ...);
    return any;
  }
  // Four bits of each byte: NEON has no movemask.
  static Mask mask(uint8x16_t value) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(value), 4)), 0);
  }

  uint8x16_t bytes_;
};

#endif

inline constexpr long kBlockBytes = 16;

// The first byte that belongs to no word.
inline const char* skip_word(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block::Mask rest = Block(at).word() ^ Block::kAll;
    if ((rest & Block::kAll) != 0) return at + Block::first(rest & Block::kAll);
  }
#endif
  while (at != end && is_word_character(*at)) ++at;
  return at;
}

// The first byte that is one of the characters, or the end.
template <char... kCharacters>
inline const char* find(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block block(at);
    const Block::Mask found = block.equal<kCharacters...>();
    if (found != 0) return at + Block::first(found);
  }
#endif
  while (at != end && !((*at == kCharacters) || ...)) ++at;
  return at;
}

// The first byte that is neither a blank nor a newline, and whether a newline is before it.
inline const char* skip_space(const char* at, const char* end, bool* newline) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block block(at);
    const Block::Mask newlines = block.equal<'\n', '\r'>();
    const Block::Mask space = newlines | block.equal<' ', '\t', '\v', '\f'>();
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

// What next_word() goes to: the first byte that begins more than punctuation of one character, and
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
    const Block::Mask words = block.word();
    const Block::Mask stops = words | block.stops();
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
    const Block::Mask found = Block(at).equal<'*'>() & next.equal<'/', '\\'>();
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
