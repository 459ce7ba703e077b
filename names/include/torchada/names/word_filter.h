// A first question about the words of a source: may it be a name that is known? It is asked of every
// word, so it is inline, and reads a few bytes and one bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace torchada::names {

// Nearly all names have one of the pairs of letters `cu`, `nv` and `nc` in them, in any case. The
// others are a few hundred, and a set of bits knows them by length and first four characters.
class WordFilter {
 public:
  // Of all that translate(), looks_like_cuda() and begins_qualified() know.
  WordFilter();

  // Makes may_know() true for one more word.
  void add(std::string_view word);

  // False only for words that are neither known nor added; true for few others.
  bool may_know(std::string_view word) const {
    return has(place(beginning(word), word.size())) || has_pair(word);
  }

  // The same, faster, where kReadable bytes can be read from the first one on.
  static constexpr std::size_t kReadable = 17;
  bool may_know_readable(std::string_view word) const {
    std::uint32_t first = 0;
    std::memcpy(&first, word.data(), sizeof first);
    if (word.size() < sizeof first) first &= (1U << 8 * word.size()) - 1;
    // Both in any case: a branch costs more.
    return (int{has(place(first, word.size()))} | int{has_pair_readable(word)}) != 0;
  }

 private:
  static constexpr int kPlaceBits = 16;
  static constexpr std::size_t kLongest = 32;  // all words that are longer count as one length

  static std::uint32_t place(std::uint32_t beginning, std::size_t size) {
    const auto length = static_cast<std::uint32_t>(size < kLongest ? size : kLongest);
    return (beginning + length * 0x85EBCA6BU) * 0x9E3779B1U >> (32 - kPlaceBits);
  }
  // Zeros stand for what a shorter word does not have.
  static std::uint32_t beginning(std::string_view word) {
    std::uint32_t first = 0;
    std::memcpy(&first, word.data(), word.size() < sizeof first ? word.size() : sizeof first);
    return first;
  }
  bool has(std::uint32_t at) const { return (bits_[at / 64] >> at % 64 & 1) != 0; }
  void add_place(std::uint32_t at) { bits_[at / 64] |= std::uint64_t{1} << at % 64; }

  static bool has_pair(std::string_view word);
  static bool has_pair_readable(std::string_view word);
  void add_names();
  void add_rules();
  void add_all_lengths(std::uint32_t beginning, std::size_t shortest);

  std::array<std::uint64_t, (std::size_t{1} << kPlaceBits) / 64> bits_{};
};

#if defined(__SSE2__)

inline bool WordFilter::has_pair_readable(std::string_view word) {
  if (word.size() > kReadable) return has_pair(word);
  const auto load = [](const char* at) {
    const __m128i bytes =
        _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(at)));
    return _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  };
  const auto is = [](__m128i bytes, char letter) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(letter));
  };
  const __m128i first = load(word.data());
  const __m128i second = load(word.data() + 1);
  const __m128i cu = _mm_and_si128(is(first, 'c'), is(second, 'u'));
  const __m128i behind_n = _mm_or_si128(is(second, 'v'), is(second, 'c'));
  const __m128i any = _mm_or_si128(cu, _mm_and_si128(is(first, 'n'), behind_n));
  // As many pairs as the word has.
  const std::uint32_t pairs = (1U << (word.size() - 1)) - 1;
  return (static_cast<std::uint32_t>(_mm_movemask_epi8(any)) & pairs) != 0;
}

#else

inline bool WordFilter::has_pair_readable(std::string_view word) { return has_pair(word); }

#endif

}  // namespace torchada::names
