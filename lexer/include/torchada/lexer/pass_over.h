// Passing over words that nobody asks for, 32 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "torchada/lexer/block.h"

namespace torchada::lexer {

// The last word or number that was passed over; where none was, `begin` is null.
struct Passed {
  const char* begin = nullptr;
  const char* end = nullptr;
};

#ifdef TORCHADA_LEXER_BLOCKS

// The whole words in 32 bytes of plain code, by the bits where they begin and end.
class PlainWords {
 public:
  explicit PlainWords(const char* at) : at_(at) {
    const std::uint32_t words =
        ask_wide_block(at, [](const char* part) { return Block(part).words(); });
    const std::uint32_t stops = ask_wide_block(at, ends_plain_code);
    stopped_ = stops != 0;
    const std::uint32_t plain = stopped_ ? (stops & (~stops + 1)) - 1 : ~std::uint32_t{0};
    // A word at the edge may go on behind it.
    const std::uint32_t gaps = plain & ~words;
    if (gaps == 0) {
      stopped_ = true;
      return;
    }
    const int last = 31 - __builtin_clz(gaps);
    size_ = last + 1;
    const std::uint32_t whole = words & ((std::uint32_t{1} << last) - 1);
    begins_ = whole & ~(whole << 1);
    ends_ = ~whole & (whole << 1);
    leave_long_numbers();
  }

  // The first word; pop() takes it away.
  bool empty() const { return begins_ == 0; }
  int begin() const { return __builtin_ctz(begins_); }
  int end() const { return __builtin_ctz(ends_); }
  void pop() {
    begins_ &= begins_ - 1;
    ends_ &= ends_ - 1;
  }

  // True where what is behind the words is to be read another way.
  bool stopped() const { return stopped_; }
  // The bytes up to the end of the last gap between words.
  int size() const { return size_; }

 private:
  // Literals, comments, directives, splices, shifts and launches.
  static Block::Vector ends_plain_code(const char* at) {
    const Block here(at);
    const Block next(at + 1);
    const auto less = Block::both(here.any_of<'<'>(), next.any_of<'<', '\\'>());
    const auto slash = Block::both(here.any_of<'/'>(), next.any_of<'/', '*', '\\'>());
    return Block::either(here.any_of<'"', '\'', '#', '\\'>(), Block::either(less, slash));
  }

  // 1.5f and 1e-5 are one number, with more than the characters of a word.
  void leave_long_numbers() {
    const std::uint32_t digits =
        ask_wide_block(at_, [](const char* part) { return Block(part).digits(); });
    for (std::uint32_t rest = begins_ & digits; rest != 0; rest &= rest - 1) {
      const std::uint32_t first = rest & (~rest + 1);
      const char* end = at_ + __builtin_ctz(ends_ & ~(first - 1));
      if (*end == '.' || *end == '+' || *end == '-') {
        begins_ &= first - 1;
        stopped_ = true;
        return;
      }
    }
  }

  const char* at_;
  std::uint32_t begins_ = 0;
  std::uint32_t ends_ = 0;
  int size_ = 0;
  bool stopped_;
};

// From a place outside of words on, as long as the code is plain and the filter does not ask for a
// word. The filter says where in a block pairs of letters are that words are asked for (pairs()),
// and whether it asks for a word with such pairs, bits from the word's first byte on (may_know()).
template <typename Filter>
Passed pass_over_words(const char* at, const char* end, const Filter& filter) {
  Passed passed;
  while (end - at > kWideBlockBytes + Filter::kReadable) {
    PlainWords words(at);
    const std::uint32_t pairs =
        words.empty() ? 0 : ask_wide_block(at, Filter::template pairs<Block>);
    for (; !words.empty(); words.pop()) {
      const int begin = words.begin();
      const auto size = static_cast<std::size_t>(words.end() - begin);
      if (filter.may_know(at + begin, size, pairs >> begin)) return passed;
      passed = {at + begin, at + words.end()};
    }
    if (words.stopped()) return passed;
    at += words.size();
  }
  return passed;
}

#else

template <typename Filter>
Passed pass_over_words(const char*, const char*, const Filter&) {
  return {};
}

#endif

}  // namespace torchada::lexer
