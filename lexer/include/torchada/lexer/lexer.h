// Reads tokens one after the other, in one pass and without allocating.
#pragma once

#include <cstdint>
#include <string_view>

#include "torchada/lexer/pass_over.h"
#include "torchada/lexer/token.h"

namespace torchada::lexer {

// The text must outlive the lexer. Any bytes are allowed: the tokens of next(), joined, are the
// text again, whatever it holds.
class Lexer {
 public:
  explicit Lexer(std::string_view text);

  // The next token; false (and kEnd) when nothing is left.
  bool next(Token* token);

  // The same, without blanks. Newlines come only where they end a directive.
  bool next_visible(Token* token);

  // The fastest: the same outside of directives and launches without numbers and punctuators, and
  // with every visible token inside of them. last() then is what stands before a word.
  bool next_word(Token* token);

  // Passes over the words directly ahead that the filter does not ask for, and over what is between
  // them, as next_word() would read them; true if there are any. See pass_over.h.
  template <typename Filter, typename AsksComment>
  bool skip_words(const Filter& filter, const AsksComment& asks_comment);

  // The text that was not read yet.
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  // The token before `token`, which is the one read last; comments do not count. Its kind is kEnd
  // where the text, or the directive that `token` is in, begins.
  Token before(const Token& token) const;

 private:
  template <bool kVisibleOnly>
  bool read(Token* token);
  template <bool kVisibleOnly>
  const char* read_blanks(const char* at, Token* token);

  const char* read_token(const char* at, Token* token);
  void note(const Token& token);

  const char* read_word(const char* at, Token* token);
  const char* finish_word(const char* at, const char* end, Token* token);
  const char* read_directive_name(const char* at, Token* token);
  const char* read_string(const char* quote, Token* token);
  const char* read_character(const char* quote, Token* token);
  const char* read_raw_string(const char* quote, Token* token);
  const char* read_slash(const char* at, Token* token);
  const char* read_number(const char* at, Token* token);
  const char* read_header_name(const char* at, Token* token);
  const char* read_newline(const char* at, Token* token);
  const char* read_hash(const char* at, Token* token);
  const char* read_punctuator(const char* at, Token* token);
  const char* read_less(const char* at, Token* token);
  const char* read_greater(const char* at, Token* token);
  const char* read_backslash(const char* at, Token* token);
  const char* read_simple(const char* at, Token* token);
  const char* read_beside_words(const char* at, Token* token);
  void fold_gap(const char* at);
  void read_gap(const char* at);
  void take_number(const char* at);
  bool may_open_launch(const char* at) const;
  void leave_directive();

  // The token that `__has_include` waits for.
  enum class Header : std::uint8_t { kNone, kParenthesis, kName };

  // A `<<<` that was opened: >>> closes it at the same depth of parentheses.
  struct Launch {
    std::int64_t depth = 0;
    std::int64_t open_at = -1;
  };

  const char* begin_;
  const char* end_;
  const char* at_;
  long byte_order_mark_ = 0;  // its bytes, until they were read
  // The last token that is neither blank nor comment, and what it was before the token read last.
  std::string_view last_;
  std::string_view before_;
  // The place since which next_word() has seen nothing but punctuation.
  const char* gap_;
  Launch launch_;
  Launch launch_outside_;          // of the code around a directive
  std::string_view last_outside_;  // before the last directive
  bool at_line_start_ = true;
  Header header_ = Header::kNone;
  Directive directive_ = Directive::kNone;
  const char* directive_name_ = nullptr;
};

template <typename Filter, typename AsksComment>
inline bool Lexer::skip_words(const Filter& filter, const AsksComment& asks_comment) {
  if (directive_ != Directive::kNone || launch_.open_at >= 0 || at_ == begin_) return false;
  const Passed passed = pass_over_words(at_, end_, filter, asks_comment);
  if (passed.begin != nullptr) {
    last_ = {passed.begin, static_cast<std::size_t>(passed.end - passed.begin)};
    at_line_start_ = false;
    at_ = gap_ = passed.end;
  }
  if (passed.comments != nullptr) {
    gap_ = at_;
    fold_gap(passed.comments);
    at_ = gap_ = passed.newline;
  }
  return passed.begin != nullptr;
}

}  // namespace torchada::lexer
