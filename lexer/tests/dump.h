// Tokens as text, one `kind:text` each, for comparison in tests.
#pragma once

#include <string>
#include <string_view>

#include "torchada/lexer/lexer.h"

namespace torchada::lexer::testing {

inline const char* kind_name(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd: return "end";
    case TokenKind::kBlank: return "blank";
    case TokenKind::kNewline: return "newline";
    case TokenKind::kLineComment:
    case TokenKind::kBlockComment: return "comment";
    case TokenKind::kIdentifier: return "id";
    case TokenKind::kNumber: return "number";
    case TokenKind::kString: return "string";
    case TokenKind::kRawString: return "raw";
    case TokenKind::kCharacter: return "char";
    case TokenKind::kHash: return "hash";
    case TokenKind::kDirectiveName: return "directive";
    case TokenKind::kHeaderName: return "header";
    case TokenKind::kPunctuator: return "op";
    case TokenKind::kLaunchOpen: return "open";
    case TokenKind::kLaunchClose: return "close";
    case TokenKind::kOther: return "other";
  }
  return "?";
}

// The visible tokens, as `id:a op:+ id:b`.
inline std::string dump(std::string_view text) {
  Lexer lexer(text);
  std::string all;
  for (Token token; lexer.next_visible(&token);) {
    if (!all.empty()) all += ' ';
    all += kind_name(token.kind);
    if (token.is(TokenKind::kNewline)) continue;
    all += ':';
    all += spelling(token);
    if ((token.flags & flag::kUnterminated) != 0) all += "(open)";
  }
  return all;
}

// The tokens of next() and what next_visible() skips between its own, joined.
inline bool joins_to(std::string_view text) {
  std::string joined;
  Lexer lexer(text);
  for (Token token; lexer.next(&token);) {
    if (token.begin == token.end) return false;
    joined += token.text();
  }
  return joined == text;
}

// The visible tokens of next() are those of next_visible().
inline bool same_both_ways(std::string_view text) {
  Lexer every(text);
  Lexer visible(text);
  for (Token b; visible.next_visible(&b);) {
    Token a;
    do {
      if (!every.next(&a)) return false;
    } while (a.begin != b.begin && (a.is(TokenKind::kBlank) || a.is(TokenKind::kNewline)));
    const bool same = a.begin == b.begin && a.end == b.end && a.kind == b.kind && a.op == b.op &&
                      a.flags == b.flags && a.directive == b.directive;
    if (!same) return false;
  }
  for (Token a; every.next(&a);) {
    if (!a.is(TokenKind::kBlank) && !a.is(TokenKind::kNewline)) return false;
  }
  return true;
}

// next_word() gives words, literals, comments and whole directives like next_visible(), and what
// stands before each is told as it is there.
inline bool words_agree(std::string_view text) {
  Lexer visible(text);
  Lexer words(text);
  Token last;
  Token a;
  for (Token b; words.next_word(&b);) {
    bool more = true;
    while ((more = visible.next_visible(&a)) && a.begin != b.begin) {
      const bool skipped =
          a.directive == Directive::kNone &&
          (a.is(TokenKind::kPunctuator) || a.is(TokenKind::kNumber) || a.is(TokenKind::kOther));
      if (!skipped) return false;
      last = a;
    }
    if (!more || a.end != b.end || a.kind != b.kind || a.directive != b.directive) return false;
    if (a.is(TokenKind::kHash) || a.is(TokenKind::kNewline)) last = Token{};
    if (a.is(TokenKind::kNewline)) continue;
    const Token before = words.before(b);
    const bool same_kind =
        before.is(TokenKind::kDirectiveName) == last.is(TokenKind::kDirectiveName);
    if (last.begin != nullptr && (before.end != last.end || !same_kind)) return false;
    if (!a.is(TokenKind::kLineComment) && !a.is(TokenKind::kBlockComment)) last = a;
  }
  return true;
}

// Asks for words of an even length, for those with `cu` in them and for those that begin with `L`.
struct SomeWords {
  static constexpr long kReadable = 1;
  bool may_know(const char* word, std::size_t size, std::uint32_t pairs) const {
    return size % 2 == 0 || *word == 'L' || (pairs & ((1U << (size - 1)) - 1)) != 0;
  }
#ifdef TORCHADA_LEXER_BLOCKS
  template <typename Block>
  static typename Block::Vector pairs(const char* at) {
    return Block::both(Block(at).template any_letter_of<'c'>(),
                       Block(at + 1).template any_letter_of<'u'>());
  }
#endif
};

// And for comments of an even length.
inline bool asks_comment(std::string_view comment) { return comment.size() % 2 == 0; }

// Text that skip_words() may pass over then.
inline bool may_be_passed(const Token& token) {
  if (token.flags != 0 || token.directive != Directive::kNone) return false;
  const std::string_view text = token.text();
  switch (token.kind) {
    case TokenKind::kIdentifier:
      return text.size() % 2 == 1 && text.front() != 'L' &&
             text.find("cu") == std::string_view::npos;
    case TokenKind::kLineComment: return !asks_comment(text);
    case TokenKind::kString: return text.front() == '"' && text.size() <= 4;
    default: return false;
  }
}

// After skip_words(), next_word() gives the same but for what nobody asks for.
inline bool skipping_agrees(std::string_view text) {
  const SomeWords asked;
  Lexer every(text);
  Lexer some(text);
  some.skip_words(asked, asks_comment);
  for (Token b; some.next_word(&b); some.skip_words(asked, asks_comment)) {
    Token a;
    bool more = true;
    while ((more = every.next_word(&a)) && a.begin != b.begin) {
      if (!may_be_passed(a)) return false;
    }
    if (!more || a.end != b.end || a.kind != b.kind || a.directive != b.directive) return false;
    const Token before = every.before(a);
    const Token before_some = some.before(b);
    if (before.begin != before_some.begin || before.end != before_some.end) return false;
  }
  for (Token a; every.next_word(&a);) {
    if (!may_be_passed(a)) return false;
  }
  return true;
}

}  // namespace torchada::lexer::testing
