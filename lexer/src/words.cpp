// The fast way of reading: from word to word, with as little as possible done for what is between.
#include "character_class.h"
#include "scan.h"
#include "torchada/lexer/lexer.h"

namespace torchada::lexer {

namespace {

// Whether the character may belong to the word that it stands behind.
bool may_continue_word(char c) { return c == '"' || c == '\'' || c == '\\'; }

}  // namespace

// Accounts for the punctuation and blanks between gap_ and here.
void Lexer::fold_gap(const char* at) {
  const char* last = at;
  bool newline = false;
  for (; last != gap_ && (is_blank(last[-1]) || is_newline(last[-1])); --last) {
    newline = newline || is_newline(last[-1]);
  }
  if (last == gap_) {
    at_line_start_ = at_line_start_ || newline;
  } else if (class_of(last[-1]) == CharacterClass::kSimple) {
    last_ = {last - 1, 1};
    at_line_start_ = newline;
  } else {
    read_gap(at);
  }
  gap_ = at;
}

// The same by its tokens.
void Lexer::read_gap(const char* at) {
  Lexer gap(std::string_view(gap_, static_cast<std::size_t>(at - gap_)));
  gap.byte_order_mark_ = 0;
  gap.last_ = last_;
  gap.at_line_start_ = at_line_start_;
  for (Token token; gap.next_visible(&token);) continue;
  last_ = gap.last_;
  at_line_start_ = gap.at_line_start_;
}

Token Lexer::before(const Token& token) const {
  Lexer gap(std::string_view(gap_, static_cast<std::size_t>(token.begin - gap_)));
  gap.byte_order_mark_ = 0;
  gap.at_line_start_ = false;
  Token last;
  for (Token next; gap.next_visible(&next);) last = next;
  if (last.begin != nullptr || before_.empty()) return last;
  Lexer single(before_);
  single.byte_order_mark_ = 0;
  single.at_line_start_ = false;
  single.next(&last);
  if (last.begin == directive_name_) {
    last.kind = TokenKind::kDirectiveName;
    last.directive = directive_;
  }
  const char* end = before_.data() + before_.size();
  if (last.end != end) {  // alone, <<< and >>> are no launch
    last.end = end;
    last.op = op::kNone;
    last.kind = before_.front() == '<' ? TokenKind::kLaunchOpen : TokenKind::kLaunchClose;
  }
  return last;
}

void Lexer::take_number(const char* at) {
  Token number{at, at};
  number.end = at_ = read_number(at, &number);
  last_ = number.text();
  gap_ = at_;
  at_line_start_ = false;
}

// The end of text that begins with none of a word's characters; nullptr when it is one `<` or one `/`.
const char* Lexer::read_beside_words(const char* at, Token* token) {
  const char next = end_ - at > 1 ? at[1] : '\0';
  if (*at == '<' && next != '<' && next != '\\') return nullptr;
  if (*at == '/' && next != '/' && next != '*' && next != '\\') return nullptr;
  if (*at == '/' || *at == '#' || *at == '<') fold_gap(at);
  const char* end = read_token(at, token);
  if (token->kind == TokenKind::kPunctuator) {
    last_ = {at, static_cast<std::size_t>(end - at)};
    gap_ = end;
    at_line_start_ = false;
  }
  return end;
}

bool Lexer::next_word(Token* token) {
  if (directive_ != Directive::kNone || launch_.open_at >= 0 || at_ == begin_) {
    return next_visible(token);
  }
  gap_ = at_;
  for (const char* at = at_;;) {
    const Stop stop = find_stop(at, end_);
    at = stop.at;
    *token = Token{at, at};
    if (at == end_) {
      at_ = at;
      return false;
    }
    const CharacterClass first = class_of(*at);
    if (first == CharacterClass::kWord) {
      token->kind = TokenKind::kIdentifier;
      const bool ends = stop.word_end != end_ && !may_continue_word(*stop.word_end);
      token->end = at_ = ends ? stop.word_end : finish_word(at, stop.word_end, token);
      before_ = last_;
      last_ = token->text();
      at_line_start_ = false;
      return true;
    }
    if (first == CharacterClass::kDigit) {
      take_number(at);
      at = at_;
      continue;
    }
    const char* end = read_beside_words(at, token);
    if (end == nullptr) {
      ++at;
      continue;
    }
    if (token->kind == TokenKind::kPunctuator || token->kind == TokenKind::kBlank ||
        token->kind == TokenKind::kOther) {
      at = end;
      continue;
    }
    token->end = at_ = end;
    token->directive = directive_;
    before_ = last_;
    note(*token);
    return true;
  }
}

}  // namespace torchada::lexer
