// Punctuators by maximal munch, and the <<< >>> of kernel launches.
#include <array>

#include "character_class.h"
#include "scan.h"
#include "torchada/lexer/lexer.h"

namespace torchada::lexer {

namespace {

// The first characters of what may be one punctuator, each behind the splices before it.
struct Characters {
  std::array<char, 4> text{};
  std::array<const char*, 4> after{};
  bool spliced = false;
};

Characters read_characters(const char* at, const char* end) {
  Characters found;
  for (std::size_t i = 0; i < found.text.size() && at != end; ++i) {
    const char* p = *at == '\\' ? skip_splices(at, end) : at;
    if (p == end) break;
    found.spliced = found.spliced || p != at;
    found.text[i] = *p;
    found.after[i] = at = p + 1;
  }
  return found;
}

std::uint8_t two_character_op(char first, char second) {
  if (second == '=') {
    switch (first) {
      case '=': return op::kEqual;
      case '!': return op::kNotEqual;
      case '<': return op::kLessEqual;
      case '>': return op::kGreaterEqual;
      case '~':
      case ':': return op::kNone;
      default: return op::kLongOther;
    }
  }
  if (first == '-' && second == '>') return op::kArrow;
  if (first != second) return op::kNone;
  switch (first) {
    case ':': return op::kScope;
    case '#': return op::kHashHash;
    case '&': return op::kAndAnd;
    case '|': return op::kOrOr;
    case '<': return op::kShiftLeft;
    case '>': return op::kShiftRight;
    case '+':
    case '-': return op::kLongOther;
    default: return op::kNone;
  }
}

}  // namespace

const char* Lexer::read_punctuator(const char* at, Token* token) {
  token->kind = TokenKind::kPunctuator;
  token->op = static_cast<std::uint8_t>(*at);
  // By far the most: a character that stands alone.
  if (end_ - at > 1 && is_blank(at[1])) return at + 1;
  const Characters found = read_characters(at, end_);
  if (found.text[1] == '\0') return at + 1;
  const std::uint8_t two = two_character_op(found.text[0], found.text[1]);
  if (two == op::kNone) return at + 1;
  token->op = two;
  if (found.spliced) token->flags |= flag::kSpliced;
  return found.after[1];
}

// A kernel and its template arguments may stand before <<<, and line markers between them;
// `operator<<<` and conflict markers may not, nor what does not end an expression.
bool Lexer::may_open_launch(const char* at) const {
  const std::string_view last = last_.empty() ? last_outside_ : last_;
  if (last.empty()) return false;
  const char before = last.back();
  if (before != ')' && before != ']' && before != '>' && !is_word_character(before)) return false;
  if (at != begin_ && at[-1] == '<') return false;
  return last != "operator";
}

const char* Lexer::read_less(const char* at, Token* token) {
  if (header_ == Header::kName) return read_header_name(at, token);
  if (end_ - at > 1 && at[1] != '<' && at[1] != '\\') return read_punctuator(at, token);
  const Characters found = read_characters(at, end_);
  const bool three = found.text[1] == '<' && found.text[2] == '<' && found.text[3] != '<';
  if (!three || !may_open_launch(at)) return read_punctuator(at, token);
  token->kind = TokenKind::kLaunchOpen;
  if (found.spliced) token->flags |= flag::kSpliced;
  launch_ = Launch{0, 0};
  return found.after[2];
}

const char* Lexer::read_greater(const char* at, Token* token) {
  if (launch_.open_at >= 0 && launch_.open_at == launch_.depth) {
    const Characters found = read_characters(at, end_);
    if (found.text[1] == '>' && found.text[2] == '>' && found.text[3] != '>') {
      token->kind = TokenKind::kLaunchClose;
      if (found.spliced) token->flags |= flag::kSpliced;
      launch_.open_at = -1;
      return found.after[2];
    }
  }
  return read_punctuator(at, token);
}

}  // namespace torchada::lexer
