// Passing over words, tiny strings and line comments that nobody asks for, 32 bytes at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "torchada/lexer/block.h"

namespace torchada::lexer {

// The last word, number or string that was passed over, and the comments behind it, from the first
// one's slashes to the last one's newline; null where none was.
struct Passed {
  const char* begin = nullptr;
  const char* end = nullptr;
  const char* comments = nullptr;
  const char* newline = nullptr;

  // False where more than blanks is between it and the comment before.
  bool add_comment(const char* from, const char* behind) {
    if (comments == nullptr) comments = from;
    for (const char* at = newline; at != nullptr && at != from; ++at) {
      if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r') return false;
    }
    newline = behind;
    return true;
  }
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
    const int last = gaps == 0 ? -1 : 31 - __builtin_clz(gaps);
    if (stopped_ && last + 1 == __builtin_ctz(stops)) stop_ = at + last + 1;
    if (gaps == 0) {
      stopped_ = true;
      return;
    }
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
  // The beginning of it; null inside of a word or number.
  const char* stop() const { return stop_; }
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
        stop_ = nullptr;
        return;
      }
    }
  }

  const char* at_;
  std::uint32_t begins_ = 0;
  std::uint32_t ends_ = 0;
  int size_ = 0;
  bool stopped_;
  const char* stop_ = nullptr;
};

// The bytes of a tiny string, with its quotes.
inline constexpr long kTinyStringBytes = 4;

// Behind a string of one or two characters, as operands of asm statements have; null where it is
// longer, or odd. kTinyStringBytes can be read.
inline const char* end_of_tiny_string(const char* at) {
  for (int i = 1; i < 3; ++i) {
    const char c = at[i];
    if (c == '"' || c == '\\' || c == '\n' || c == '\r') return nullptr;
    if (at[i + 1] == '"') return at + i + 2;
  }
  return nullptr;
}

// The newline behind a comment that has no splice.
template <typename Asks>
const char* end_of_plain_comment(const char* at, const char* end, const Asks& asks) {
  const char* const newline = find<'\n', '\r', '\\'>(at, end);
  if (newline == end || *newline == '\\') return nullptr;
  const std::string_view comment(at, static_cast<std::size_t>(newline - at));
  return asks(comment) ? nullptr : newline;
}

// From a place outside of words on, as long as the code is plain, tiny strings and line comments
// aside, and nobody asks for them. The filter says where in a block pairs of letters are that words
// are asked for (pairs()), and whether it asks for a word with such pairs, bits from the word's first
// byte on (may_know()); `asks_comment` answers for the text of a comment, from its slashes on.
template <typename Filter, typename AsksComment>
Passed pass_over_words(const char* at, const char* end, const Filter& filter,
                       const AsksComment& asks_comment) {
  Passed passed;
  // A token that begins at the last byte of a block may be read beyond it.
  constexpr long kReadable = std::max(Filter::kReadable, kTinyStringBytes);
  while (end - at > kWideBlockBytes + kReadable) {
    PlainWords words(at);
    const std::uint32_t pairs =
        words.empty() ? 0 : ask_wide_block(at, Filter::template pairs<Block>);
    for (; !words.empty(); words.pop()) {
      const int begin = words.begin();
      const auto size = static_cast<std::size_t>(words.end() - begin);
      if (filter.may_know(at + begin, size, pairs >> begin)) return passed;
      passed = {at + begin, at + words.end(), nullptr, nullptr};
    }
    if (!words.stopped()) {
      at += words.size();
      continue;
    }
    const char* const stop = words.stop();
    if (stop == nullptr) return passed;
    if (stop[0] == '/' && stop[1] == '/') {
      at = end_of_plain_comment(stop, end, asks_comment);
      if (at != nullptr && !passed.add_comment(stop, at)) return passed;
    } else if (stop[0] == '"') {
      at = end_of_tiny_string(stop);
      if (at != nullptr) passed = {stop, at, nullptr, nullptr};
    } else {
      return passed;
    }
    if (at == nullptr) return passed;
  }
  return passed;
}

#else

template <typename Filter, typename AsksComment>
Passed pass_over_words(const char*, const char*, const Filter&, const AsksComment&) {
  return {};
}

#endif

}  // namespace torchada::lexer
