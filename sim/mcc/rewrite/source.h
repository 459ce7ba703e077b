// A preprocessed text as tokens: brackets know their partners, words have numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "torchada/lexer/token.h"

namespace musasim::mcc {

using torchada::lexer::TokenKind;
namespace op = torchada::lexer::op;

namespace word {
enum : std::uint32_t {
#define MUSASIM_WORD(name, spelling) name,
#include "mcc/rewrite/words.def"
#undef MUSASIM_WORD
  kFirstOther
};
}  // namespace word

using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};

struct SourceToken {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t link;  // of an identifier: its word; of a bracket: its partner, or kNone
  TokenKind kind;
  std::uint8_t op;
};

// A line that a preprocessor left in the text besides code.
struct Directive {
  std::uint32_t begin;
  std::uint32_t end;  // with its newline
  Index before;       // the token that follows it
};

class Source {
 public:
  explicit Source(std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& text() const { return text_; }
  Index size() const { return static_cast<Index>(tokens_.size()); }
  const SourceToken& token(Index index) const { return tokens_[index]; }
  std::string_view text(Index index) const {
    return text(tokens_[index].begin, tokens_[index].end);
  }
  std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(text_).substr(begin, end - begin);
  }
  const std::vector<Directive>& directives() const { return directives_; }
  // The number of different words, and the spelling of one.
  std::uint32_t word_count() const { return static_cast<std::uint32_t>(words_.size()); }
  std::string_view word(std::uint32_t number) const { return words_[number]; }

  bool is_word(Index index) const {
    return index < size() && tokens_[index].kind == TokenKind::kIdentifier;
  }
  bool is(Index index, std::uint32_t word) const {
    return is_word(index) && tokens_[index].link == word;
  }
  bool is_op(Index index, std::uint8_t wanted) const {
    return index < size() && tokens_[index].op == wanted;
  }
  bool is_op(Index index, char wanted) const {
    return is_op(index, static_cast<std::uint8_t>(wanted));
  }
  // The word's number; kNone where no word stands.
  std::uint32_t word_at(Index index) const { return is_word(index) ? tokens_[index].link : kNone; }
  // The other bracket; kNone where it is missing or no bracket stands.
  Index partner(Index index) const {
    return index < size() && tokens_[index].kind == TokenKind::kPunctuator ? tokens_[index].link
                                                                           : kNone;
  }

  // The file and line that the user knows a byte by.
  struct Place {
    std::string file;
    unsigned line = 0;
  };
  Place place(std::uint32_t byte) const;

 private:
  std::string text_;
  std::vector<SourceToken> tokens_;
  std::vector<Directive> directives_;
  std::vector<std::string_view> words_;
};

// The quoted file of a line marker; empty for other directives.
std::string_view marked_file(std::string_view directive);

}  // namespace musasim::mcc
