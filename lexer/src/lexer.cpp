// The dispatch by first byte, blanks, words and directives; see literals.cpp, punctuators.cpp.
#include "torchada/lexer/lexer.h"

#include "character_class.h"
#include "scan.h"

namespace torchada::lexer {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct DirectiveName {
  std::string_view name;
  Directive directive;
};

constexpr DirectiveName kDirectives[] = {
    {"if", Directive::kIf},           {"ifdef", Directive::kIfdef},
    {"ifndef", Directive::kIfndef},   {"elif", Directive::kElif},
    {"elifdef", Directive::kElifdef}, {"elifndef", Directive::kElifndef},
    {"else", Directive::kElse},       {"endif", Directive::kEndif},
    {"define", Directive::kDefine},   {"undef", Directive::kUndef},
    {"include", Directive::kInclude}, {"include_next", Directive::kInclude},
    {"import", Directive::kInclude},  {"pragma", Directive::kPragma},
    {"error", Directive::kMessage},   {"warning", Directive::kMessage},
};

Directive directive_named(std::string_view name) {
  for (const DirectiveName& row : kDirectives) {
    if (row.name == name) return row.directive;
  }
  return Directive::kOther;
}

// Bytes of a universal character name (\u00e9, \U0001F600) that begins here, or 0.
long universal_name_length(const char* at, const char* end) {
  if (end - at < 2 || (at[1] != 'u' && at[1] != 'U')) return 0;
  const long length = at[1] == 'u' ? 6 : 10;
  if (end - at < length) return 0;
  for (const char* p = at + 2; p != at + length; ++p) {
    const bool hex = (*p >= '0' && *p <= '9') || ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'f');
    if (!hex) return 0;
  }
  return length;
}

// The end of a word that goes on at the backslash, after a splice or with a universal name; the
// backslash itself when the word ends there.
const char* word_after_backslash(const char* at, const char* end, Token* token) {
  while (at != end && *at == '\\') {
    if (const long length = universal_name_length(at, end)) {
      at = skip_word(at + length, end);
      continue;
    }
    const char* after = skip_splices(at, end);
    if (after == at || after == end || !is_word_character(*after)) break;
    token->flags |= flag::kSpliced;
    at = skip_word(after, end);
  }
  return at;
}

bool may_be_blank(char c) { return is_blank(c) || is_newline(c) || c == '\\'; }

enum class Prefix : std::uint8_t { kNone, kPlain, kRaw };

Prefix string_prefix(std::string_view word) {
  if (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R") {
    return Prefix::kRaw;
  }
  if (word == "L" || word == "u" || word == "U" || word == "u8") return Prefix::kPlain;
  return Prefix::kNone;
}

}  // namespace

std::string spelling(const Token& token) {
  std::string text;
  for (const char* at = token.begin; at != token.end; ++at) {
    at = skip_splices(at, token.end);
    if (at == token.end) break;
    text.push_back(*at);
  }
  return text;
}

Lexer::Lexer(std::string_view text)
    : begin_(text.data()), end_(text.data() + text.size()), at_(text.data()), gap_(text.data()) {
  const bool marked = text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
  byte_order_mark_ = marked ? static_cast<long>(kByteOrderMark.size()) : 0;
}

void Lexer::leave_directive() {
  if (directive_ != Directive::kNone) {
    launch_ = launch_outside_;
    last_ = {};
  }
  directive_ = Directive::kNone;
  header_ = Header::kNone;
}

const char* Lexer::read_newline(const char* at, Token* token) {
  token->kind = TokenKind::kNewline;
  leave_directive();
  at_line_start_ = true;
  return at + (*at == '\r' && end_ - at > 1 && at[1] == '\n' ? 2 : 1);
}

// Blanks; without kVisibleOnly they are a token, else they are skipped together with the newlines
// outside of directives, and what is returned is the first byte of a token.
template <bool kVisibleOnly>
const char* Lexer::read_blanks(const char* at, Token* token) {
  if constexpr (!kVisibleOnly) token->kind = TokenKind::kBlank;
  while (at != end_) {
    if (kVisibleOnly && directive_ == Directive::kNone) {
      at = skip_space(at, end_, &at_line_start_);
    } else {
      while (at != end_ && is_blank(*at)) ++at;
    }
    const long length = splice_length(at, end_);
    if (length == 0) break;
    at += length;
  }
  return at;
}

const char* Lexer::read_word(const char* at, Token* token) {
  return finish_word(at, skip_word(at + 1, end_), token);
}

// Text directly behind a word may belong to it: a splice, or the literal it is a prefix of.
const char* Lexer::finish_word(const char* at, const char* end, Token* token) {
  token->kind = TokenKind::kIdentifier;
  if (end == end_ || (*end != '\\' && *end != '"' && *end != '\'')) return end;
  const char* quote = end;
  if (*end == '\\') {
    end = word_after_backslash(end, end_, token);
    quote = skip_splices(end, end_);
    if (quote == end_) return end;
  }
  if ((*quote == '"' || *quote == '\'') && quote - at <= 64) {
    const Prefix prefix = string_prefix(spelling(Token{at, end}));
    if (prefix == Prefix::kNone) return end;
    if (*quote == '\'') return prefix == Prefix::kPlain ? read_character(quote, token) : end;
    return prefix == Prefix::kRaw ? read_raw_string(quote, token) : read_string(quote, token);
  }
  return end;
}

const char* Lexer::read_directive_name(const char* at, Token* token) {
  token->kind = TokenKind::kDirectiveName;
  directive_name_ = at;
  const char* end = word_after_backslash(skip_word(at + 1, end_), end_, token);
  const Token name{at, end};
  directive_ = (token->flags & flag::kSpliced) != 0 ? directive_named(spelling(name))
                                                    : directive_named(name.text());
  return end;
}

const char* Lexer::read_hash(const char* at, Token* token) {
  if (!at_line_start_ || directive_ != Directive::kNone) return read_punctuator(at, token);
  token->kind = TokenKind::kHash;
  directive_ = Directive::kUnnamed;
  launch_outside_ = launch_;
  launch_ = Launch{};
  if (!last_.empty()) last_outside_ = last_;
  return at + 1;
}

const char* Lexer::read_backslash(const char* at, Token* token) {
  if (const long length = splice_length(at, end_)) {
    token->kind = TokenKind::kBlank;
    return at + length;
  }
  if (universal_name_length(at, end_) != 0) {
    token->kind = TokenKind::kIdentifier;
    return word_after_backslash(at, end_, token);
  }
  token->kind = TokenKind::kOther;
  return at + 1;
}

const char* Lexer::read_simple(const char* at, Token* token) {
  token->kind = TokenKind::kPunctuator;
  token->op = static_cast<std::uint8_t>(*at);
  switch (*at) {
    case '(':
    case '{': ++launch_.depth; break;
    case ')':
    case '}':
      if (--launch_.depth < launch_.open_at) launch_.open_at = -1;
      break;
    case ';':  // one in a lambda's body is none of the launch's own
      if (launch_.depth <= launch_.open_at) launch_.open_at = -1;
      break;
    default: break;
  }
  return at + 1;
}

const char* Lexer::read_token(const char* at, Token* token) {
  switch (class_of(*at)) {
    case CharacterClass::kWord:
      return directive_ == Directive::kUnnamed ? read_directive_name(at, token)
                                               : read_word(at, token);
    case CharacterClass::kBlank: return read_blanks<false>(at, token);
    case CharacterClass::kNewline: return read_newline(at, token);
    case CharacterClass::kDigit:
    case CharacterClass::kDot: return read_number(at, token);
    case CharacterClass::kQuote:
      return header_ == Header::kName ? read_header_name(at, token) : read_string(at, token);
    case CharacterClass::kApostrophe: return read_character(at, token);
    case CharacterClass::kSlash: return read_slash(at, token);
    case CharacterClass::kHash: return read_hash(at, token);
    case CharacterClass::kLess: return read_less(at, token);
    case CharacterClass::kGreater: return read_greater(at, token);
    case CharacterClass::kBackslash: return read_backslash(at, token);
    case CharacterClass::kSimple: return read_simple(at, token);
    case CharacterClass::kPunctuator: return read_punctuator(at, token);
    case CharacterClass::kOther: break;
  }
  token->kind = TokenKind::kOther;
  return at + 1;
}

// The state that the next tokens depend on.
void Lexer::note(const Token& token) {
  if (token.kind == TokenKind::kNewline || token.kind == TokenKind::kBlank ||
      token.kind == TokenKind::kLineComment || token.kind == TokenKind::kBlockComment) {
    return;
  }
  at_line_start_ = false;
  last_ = token.text();
  if (directive_ == Directive::kNone) return;
  if (directive_ == Directive::kUnnamed && token.kind != TokenKind::kHash) {
    directive_ = Directive::kOther;  // a line marker: # 12 "file"
  }
  if (token.kind == TokenKind::kDirectiveName) {
    header_ = directive_ == Directive::kInclude ? Header::kName : Header::kNone;
  } else if (token.kind == TokenKind::kIdentifier && token.begin[0] == '_' &&
             (token.text() == "__has_include" || token.text() == "__has_include_next")) {
    header_ = Header::kParenthesis;
  } else {
    header_ = header_ == Header::kParenthesis && token.is_op('(') ? Header::kName : Header::kNone;
  }
}

template <bool kVisibleOnly>
bool Lexer::read(Token* token) {
  const char* at = at_;
  *token = Token{};
  if (at == begin_ && byte_order_mark_ != 0) {
    const long length = byte_order_mark_;
    byte_order_mark_ = 0;
    *token = Token{at, at + length, TokenKind::kBlank};
    at_ = at + length;
    if (!kVisibleOnly) return true;
    at = at_;
  }
  if (kVisibleOnly && at != end_) {
    if (*at == ' ') ++at;
    if (at != end_ && may_be_blank(*at)) at = read_blanks<true>(at, token);
  }
  *token = Token{at, at};
  at_ = at;
  gap_ = at;
  before_ = last_;
  if (at == end_) return false;
  token->end = at_ = read_token(at, token);
  token->directive = directive_;
  note(*token);
  return true;
}

bool Lexer::next(Token* token) { return read<false>(token); }

bool Lexer::next_visible(Token* token) { return read<true>(token); }

}  // namespace torchada::lexer
