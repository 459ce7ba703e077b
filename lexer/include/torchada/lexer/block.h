// Many bytes and the questions asked of them: 16 at a time with SSE2 or NEON, or 32.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#define TORCHADA_LEXER_BLOCKS 1
#elif defined(__aarch64__)
#include <arm_neon.h>
#define TORCHADA_LEXER_BLOCKS 1
#endif

namespace torchada::lexer {

#if defined(__SSE2__)

// 16 bytes. What is asked of them is answered by vectors with 0xff for yes; mask() has a bit
// (kBitsPerByte of them) per byte.
class Block {
 public:
  using Vector = __m128i;
  using Mask = std::uint32_t;
  static constexpr int kBitsPerByte = 1;
  static constexpr Mask kAll = 0xffff;

  explicit Block(const char* at)
      : bytes_(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(at)))) {}

  // The bytes that are one of the characters.
  template <char... kCharacters>
  Vector any_of() const {
    return any_of_in<kCharacters...>(bytes_);
  }
  // The same for small letters, in any case.
  template <char... kLetters>
  Vector any_letter_of() const {
    return any_of_in<kLetters...>(lower());
  }
  Vector digits() const { return at_most(_mm_sub_epi8(bytes_, _mm_set1_epi8('0')), 9); }
  // The bytes of words; from 0x80 on, only the top bit is sure.
  Vector words() const {
    const Vector letters = at_most(_mm_sub_epi8(lower(), _mm_set1_epi8('a')), 25);
    return _mm_or_si128(_mm_or_si128(letters, digits()), _mm_or_si128(any_of<'_', '$'>(), bytes_));
  }

  static Vector both(Vector a, Vector b) { return _mm_and_si128(a, b); }
  static Vector either(Vector a, Vector b) { return _mm_or_si128(a, b); }
  static Mask mask(Vector value) { return static_cast<Mask>(_mm_movemask_epi8(value)); }
  static std::uint32_t mask(Vector a, Vector b) { return mask(a) | mask(b) << 16; }
  static std::uint32_t first(Mask mask) { return static_cast<std::uint32_t>(__builtin_ctz(mask)); }
  static Mask from(std::uint32_t index) { return (kAll << index) & kAll; }

 private:
  template <char... kCharacters>
  static Vector any_of_in(Vector bytes) {
    Vector any = _mm_setzero_si128();
    ((any = _mm_or_si128(any, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(kCharacters)))), ...);
    return any;
  }
  static Vector at_most(Vector value, char limit) {
    return _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(limit)), value);
  }
  Vector lower() const { return _mm_or_si128(bytes_, _mm_set1_epi8(0x20)); }

  Vector bytes_;
};

#elif defined(__aarch64__)

class Block {
 public:
  using Vector = uint8x16_t;
  using Mask = std::uint64_t;
  static constexpr int kBitsPerByte = 4;
  static constexpr Mask kAll = ~Mask{0};

  explicit Block(const char* at)
      : bytes_(vld1q_u8(static_cast<const std::uint8_t*>(static_cast<const void*>(at)))) {}

  template <char... kCharacters>
  Vector any_of() const {
    return any_of_in<kCharacters...>(bytes_);
  }
  template <char... kLetters>
  Vector any_letter_of() const {
    return any_of_in<kLetters...>(lower());
  }
  Vector digits() const { return vcleq_u8(vsubq_u8(bytes_, vdupq_n_u8('0')), vdupq_n_u8(9)); }
  Vector words() const {
    const Vector letters = vcleq_u8(vsubq_u8(lower(), vdupq_n_u8('a')), vdupq_n_u8(25));
    const Vector high = vcgeq_u8(bytes_, vdupq_n_u8(0x80));
    return vorrq_u8(vorrq_u8(letters, digits()), vorrq_u8(any_of<'_', '$'>(), high));
  }

  static Vector both(Vector a, Vector b) { return vandq_u8(a, b); }
  static Vector either(Vector a, Vector b) { return vorrq_u8(a, b); }
  // Four bits of each byte: NEON has no movemask.
  static Mask mask(Vector value) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(value), 4)), 0);
  }
  // One bit of each byte, added up in pairs.
  static std::uint32_t mask(Vector a, Vector b) {
    const Vector bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    Vector sums = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    sums = vpaddq_u8(sums, sums);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
  }
  static std::uint32_t first(Mask mask) {
    return static_cast<std::uint32_t>(__builtin_ctzll(mask)) / kBitsPerByte;
  }
  static Mask from(std::uint32_t index) { return kAll << (index * kBitsPerByte); }

 private:
  template <char... kCharacters>
  static Vector any_of_in(Vector bytes) {
    Vector any = vdupq_n_u8(0);
    ((any = vorrq_u8(any, vceqq_u8(bytes, vdupq_n_u8(static_cast<std::uint8_t>(kCharacters))))),
     ...);
    return any;
  }
  Vector lower() const { return vorrq_u8(bytes_, vdupq_n_u8(0x20)); }

  Vector bytes_;
};

#endif

inline constexpr long kBlockBytes = 16;

#ifdef TORCHADA_LEXER_BLOCKS

// 32 bytes, and what is asked of each 16 of them by a function of where they begin: a bit per byte.
inline constexpr long kWideBlockBytes = 2 * kBlockBytes;

template <typename Question>
std::uint32_t ask_wide_block(const char* at, const Question& question) {
  return Block::mask(question(at), question(at + kBlockBytes));
}

#endif

// The first byte that is one of the characters, or the end.
template <char... kCharacters>
inline const char* find(const char* at, const char* end) {
#ifdef TORCHADA_LEXER_BLOCKS
  for (; end - at >= kBlockBytes; at += kBlockBytes) {
    const Block block(at);
    const Block::Mask found = Block::mask(block.any_of<kCharacters...>());
    if (found != 0) return at + Block::first(found);
  }
#endif
  while (at != end && !((*at == kCharacters) || ...)) ++at;
  return at;
}

}  // namespace torchada::lexer
