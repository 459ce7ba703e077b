// The main loop.
#include "scanner.h"

#include "words.h"

namespace torchada::port {

namespace {

// The text after `torchada:` in a comment; empty for other comments.
std::string_view order_in(std::string_view comment) {
  constexpr std::string_view kAddress = "torchada:";
  std::size_t at = 2;
  while (at < comment.size() && (comment[at] == ' ' || comment[at] == '\t')) ++at;
  const std::string_view text = comment.substr(at);
  return begins(text, kAddress) ? text.substr(kAddress.size()) : std::string_view();
}

}  // namespace

// Passes over the words that no rule is about, which are nearly all.
inline void Scanner::skip_words() {
  if (context_.reverse()) return;  // the filter does not know MUSA's names
  const auto asks_comment = [this](std::string_view comment) {
    if (!order_in(comment).empty()) return true;
    context_.comment_end = comment.data() + comment.size();
    return false;
  };
  if (context_.lexer.skip_words(context_.words.filter(), asks_comment)) ++context_.content.words;
}

inline void Scanner::word(const Token& token) {
  ++context_.content.words;
  if (token.end - token.begin < 2) return;
  const Word* found = context_.find(token);
  if (found != nullptr) found_word(token, *found);
}

Scan Scanner::run() {
  Token token;
  for (skip_words(); context_.lexer.next_word(&token); skip_words()) {
    switch (token.kind) {
      case TokenKind::kIdentifier: word(token); break;
      case TokenKind::kDirectiveName: directive(token); break;
      case TokenKind::kLineComment:
      case TokenKind::kBlockComment: marker(token); break;
      case TokenKind::kHeaderName:
      case TokenKind::kString:
      case TokenKind::kRawString: token_rules(token); break;
      case TokenKind::kLaunchOpen: ++context_.scan.launches; break;
      default: break;
    }
  }
  if (off_begin_ != nullptr) leave_excluded(context_.text.data() + context_.text.size());
  conditionals_.finish(&context_);
#define TEXT_RULE(function, cases) function(&context_);
#include "rules/rules.def"
  return std::move(context_.scan);
}

// Text between `torchada: off` and `torchada: on`, in comments, is not touched.
void Scanner::marker(const Token& comment) {
  context_.comment_end = comment.end;
  const std::string_view order = order_in(comment.text());
  if (begins(order, " off") && off_begin_ == nullptr) {
    off_begin_ = comment.begin;
    conditionals_.exclude(true);
  } else if (begins(order, " on") && off_begin_ != nullptr) {
    leave_excluded(comment.end);
  }
}

void Scanner::leave_excluded(const char* end) {
  const std::string_view range(off_begin_, static_cast<std::size_t>(end - off_begin_));
  off_begin_ = nullptr;
  conditionals_.exclude(false);
  if (!context_.reverse()) {
    context_.report(Code::excluded, range, "the region was not translated: comments exclude it");
  }
}

void Scanner::token_rules(const Token& token) {
  if (silent()) {
    const bool header = conditionals_.quiet() && token.is(TokenKind::kHeaderName);
    if (header && is_cuda_header(&context_, token)) conditionals_.saw_left();
    return;
  }
#define TOKEN_RULE(kind, function, cases) \
  if (token.is(TokenKind::kind)) function(&context_, token);
#include "rules/rules.def"
}

void Scanner::directive(const Token& name) {
  switch (name.directive) {
    case Directive::kIf:
    case Directive::kIfdef:
    case Directive::kIfndef:
    case Directive::kElif:
    case Directive::kElifdef:
    case Directive::kElifndef:
    case Directive::kElse:
    case Directive::kEndif: conditionals_.read(&context_, name); break;
    default: return;
  }
  // A marker on the line holds behind it.
  for (const Token& comment : conditionals_.comments()) marker(comment);
}

void Scanner::found_word(const Token& token, const Word& found) {
  if (token.begin == context_.done || token.begin < context_.done_until) return;
  if (silent()) {
    if (conditionals_.quiet() && is_cuda(token, found)) conditionals_.saw_left();
    if (off_begin_ == nullptr && conditionals_.decided()) definitions_only(token, found);
    return;
  }
  // The words of #error are text.
  if (token.directive == Directive::kMessage) {
    ++context_.content.refusals;
    return;
  }
  known_word(token, found);
}

// The character before a token, blanks aside; of `->` only it is '>', else '<' stands for both.
char Scanner::before(const Token& token) const {
  const char* at = token.begin;
  while (at != context_.text.data() && is_space(at[-1])) --at;
  if (at == context_.text.data()) return ';';
  if (at == context_.comment_end) return '/';
  const bool arrow = at[-1] == '>' && at - context_.text.data() > 1 && at[-2] == '-';
  return at[-1] == '>' && !arrow ? '<' : at[-1];
}

// True behind which neither a member access nor a comment can have stood.
bool Scanner::is_free(char before) {
  return before != '.' && before != '>' && before != '/' && before != '#' && before != '\\' &&
         before != ':';
}

// Whether a name may be declared behind it: `void *name(`, `int name;`, `(*name)(`, `decltype(x) name;`.
bool Scanner::may_stand_before_declarator(char before) {
  return before == '*' || before == '&' || before == ')' || is_word_character(before);
}

bool Scanner::may_go_on(const char* at) const {
  return port::may_go_on(at, context_.text.data() + context_.text.size());
}

bool Scanner::is_cuda(const Token& token, const Word& word) const {
  return word.is_cuda() || ((word.traits & trait::kQualifier) != 0 && may_go_on(token.end));
}

// False where neither `{` nor `;` can be next.
bool Scanner::may_end_name(const char* at) const {
  const char* const end = context_.text.data() + context_.text.size();
  at = skip_spaces(at, end);
  return at != end && (*at == '{' || *at == ';' || *at == '/' || *at == '\\');
}

// False where neither `{` nor `:` can be next.
bool Scanner::may_open_scope(const char* at) const {
  const char* const end = context_.text.data() + context_.text.size();
  at = skip_spaces(at, end);
  return at != end && (*at == '{' || (*at == ':' && (end - at < 2 || at[1] != ':')) || *at == '/');
}

void Scanner::definitions_only(const Token& token, const Word& word) {
  const std::size_t edits = context_.scan.edits.size();
  const std::size_t findings = context_.scan.findings.size();
  known_word(token, word);
  context_.take_back(edits, findings);
}

void Scanner::known_word(const Token& token, const Word& word) {
  const std::uint32_t traits = word.traits;
  const char before = this->before(token);
  if (word.plain && token.directive == Directive::kNone && is_free(before)) {
    context_.edit(token.text(), word.replacement, word.certainty);
    if (word.is_function && may_stand_before_declarator(before)) {
      declaration_rule(&context_, token, word, before);
    }
    return;
  }
  // A type that is renamed by itself qualifies as one; what is behind it is its own.
  bool qualifies = (traits & trait::kQualifier) != 0 &&
                   (context_.reverse() || word.replacement == nullptr || word.own_rule);
  if (before == ':' && !context_.aliases.empty() && alias_rule(&context_, token)) return;
  if (qualifies && token.flags == 0 && is_free(before)) {
    const PlainName name = plain_qualified_rule(&context_, token);
    if (name == PlainName::done) return;
    qualifies = name == PlainName::other;
  }
  if ((traits & trait::kQualifier) != 0 && (before == 'e' || before == '=') &&
      may_end_name(token.end) &&
      namespace_rule(&context_, {token, context_.lexer.before(token), context_.peek()}, word)) {
    return;
  }
  if ((traits & trait::kQualifier) != 0 && may_open_scope(token.end) &&
      opens_scope(context_.lexer.before(token), context_.peek())) {
    context_.scan.definitions.push_back(word.text);
  }
  // `at`, `torch` and `cuda` are common, and mostly alone.
  if (traits == trait::kQualifier && !may_go_on(token.end)) return;
  word_rules({token, context_.lexer.before(token), context_.peek()}, word,
             qualifies ? traits : traits & ~trait::kQualifier);
}

void Scanner::word_rules(const Place& place, const Word& word, std::uint32_t traits) {
#define TABLE_RULE(wanted, function, cases) \
  if ((traits & (wanted)) != 0 && function(&context_, place, word)) return;
#define RULE(wanted, function, cases, words) TABLE_RULE(trait::wanted, function, cases)
#include "rules/rules.def"
}

}  // namespace torchada::port
