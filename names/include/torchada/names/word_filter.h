// A first question about the words of a source: may it be a name that is known? It is asked of every
// word, so it is inline, and reads a few bytes and one bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace torchada::names {

// Nearly all names have `cu`, `nv` or `ncc` in them, in any case. The others are a few hundred, and
// a set of bits knows them by length and first four characters.
class WordFilter {
 public:
  // The filter of all that translate(), looks_like_cuda() and begins_qualified() know.
  WordFilter();

  // Makes may_know() true for one more word.
  void add(std::string_view word);
  // The same for all words that begin so; four characters at least.
  void add_beginning(std::string_view word);

  // False only for words that are neither known nor added; true for few others.
  bool may_know(std::string_view word) const {
    return has(place(beginning(word), word.size())) || has_pair(word);
  }

  // The same where kReadable bytes can be read, for whom has found the pairs of many words at once:
  // bits of them from the first byte on. Words have less than 32 bytes.
  static constexpr long kReadable = 4;
  bool may_know(const char* word, std::size_t size, std::uint32_t pairs) const {
    std::uint32_t first = 0;
    std::memcpy(&first, word, sizeof first);
    if (size < sizeof first) first &= (1U << 8 * size) - 1;
    const std::uint32_t inside = (std::uint32_t{1} << (size - 1)) - 1;
    // Both in any case: a branch costs more.
    return (int{has(place(first, size))} | int{(pairs & inside) != 0}) != 0;
  }

  // The places of the pairs, for a type of blocks (lexer::Block).
  template <typename Block>
  static typename Block::Vector pairs(const char* at) {
    const Block first(at);
    const Block second(at + 1);
    const auto c =
        Block::both(first.template any_letter_of<'c'>(), second.template any_letter_of<'u'>());
    const auto cc = Block::both(second.template any_letter_of<'c'>(),
                                Block(at + 2).template any_letter_of<'c'>());
    const auto n = Block::both(first.template any_letter_of<'n'>(),
                               Block::either(second.template any_letter_of<'v'>(), cc));
    return Block::either(c, n);
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
  void add_names();
  void add_rules();
  void add_all_lengths(std::uint32_t beginning, std::size_t shortest);

  std::array<std::uint64_t, (std::size_t{1} << kPlaceBits) / 64> bits_{};
};

}  // namespace torchada::names
