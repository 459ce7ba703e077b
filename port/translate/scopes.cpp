// Follows braces and what stands before them.
#include "scopes.h"

#include <algorithm>
#include <cstring>

#include "context.h"
#include "torchada/lexer/block.h"
#include "words.h"

namespace torchada::port {

namespace {

constexpr std::string_view kClasses[] = {"class", "struct", "union"};
constexpr std::string_view kAttributes[] = {"alignas", "__align__", "__attribute__", "__declspec"};

// Deeper nesting is no code that people write.
constexpr std::size_t kDeepestScope = 64;

// Past the line of a directive in the head of a class.
void skip_directive(Lexer* lexer) {
  Token token;
  while (next_code(lexer, &token) && !token.is(TokenKind::kNewline)) continue;
}

// The opening braces less the closing ones, 16 bytes at a time.
std::ptrdiff_t balance_of(const char* at, const char* end) {
  using Bytes = signed char __attribute__((vector_size(16)));
  std::ptrdiff_t balance = 0;
  while (end - at >= 16) {
    Bytes sums{};  // of at most 127 each
    for (int i = 0; i < 127 && end - at >= 16; ++i, at += 16) {
      Bytes bytes;
      std::memcpy(&bytes, at, sizeof bytes);
      sums += (bytes == '}') - (bytes == '{');  // what is equal is -1
    }
    for (int i = 0; i < 16; ++i) balance += sums[i];
  }
  return balance + std::count(at, end, '{') - std::count(at, end, '}');
}

}  // namespace

bool Scopes::is_in_braces(const char* at) {
  if (counted_ < at) {
    balance_ += balance_of(counted_, at);
    counted_ = at;
  }
  if (balance_ == 0) return false;
  read_to(at);
  return !open_.empty();
}

void Scopes::read_to(const char* at) {
  while (at_ < at) {
    const char* const found = lexer::find<'{', '}', ';', '"', '\'', '/', '#'>(at_, at);
    if (found == at) {
      at_ = at;
      return;
    }
    at_ = found + 1;
    take(found);
  }
}

void Scopes::take(const char* at) {
  switch (*at) {
    case '{': {
      Scope scope;
      scope.head = {head_, static_cast<std::size_t>(at - head_)};
      open_.push_back(std::move(scope));
      head_ = at_;
      break;
    }
    case '}':
      if (!open_.empty()) open_.pop_back();
      head_ = at_;
      break;
    case ';': head_ = at_; break;
    case '/':
      if (at_ != end_ && (*at_ == '/' || *at_ == '*' || *at_ == '\\')) pass_token(at);
      break;
    case '#':
      if (begins_line(at)) take_directive(at);
      break;
    default: pass_token(at); break;
  }
}

// A comment, or a literal with the word before its quote: that may be a prefix, or a number.
void Scopes::pass_token(const char* at) {
  const char* begin = at;
  while (*at != '/' && begin != begin_ && is_word_character(begin[-1])) --begin;
  for (const char* from : {begin, at}) {
    Lexer lexer({from, static_cast<std::size_t>(end_ - from)});
    Token token;
    if (lexer.next(&token) && token.end > at) {
      at_ = token.end;
      return;
    }
  }
}

bool Scopes::begins_line(const char* at) const {
  while (at != begin_ && (at[-1] == ' ' || at[-1] == '\t')) --at;
  return at == begin_ || at[-1] == '\n' || at[-1] == '\r';
}

// A brace that both branches open counts once.
void Scopes::take_directive(const char* at) {
  Lexer lexer({at, static_cast<std::size_t>(end_ - at)});
  Token token;
  at_ = end_;
  while (next_code(&lexer, &token)) {
    if (token.is(TokenKind::kNewline)) {
      at_ = token.end;
      return;
    }
    if (!token.is(TokenKind::kDirectiveName)) continue;
    switch (token.directive) {
      case Directive::kIf:
      case Directive::kIfdef:
      case Directive::kIfndef: conditions_.push_back(open_.size()); break;
      case Directive::kElif:
      case Directive::kElifdef:
      case Directive::kElifndef:
      case Directive::kElse:
        if (!conditions_.empty() && open_.size() > conditions_.back()) {
          open_.resize(conditions_.back());
        }
        break;
      case Directive::kEndif:
        if (!conditions_.empty()) conditions_.pop_back();
        break;
      default: break;
    }
  }
}

std::vector<std::string_view> Scopes::function_heads() {
  std::vector<std::string_view> heads;
  for (Scope& scope : open_) {
    classify(&scope);
    if (scope.kind == Kind::kOther) heads.push_back(scope.head);
  }
  return heads;
}

bool Scopes::in_class() {
  if (open_.empty()) return false;
  classify(&open_.back());
  return open_.back().kind == Kind::kClass;
}

std::optional<std::string> Scopes::open_namespace() {
  if (open_.size() > kDeepestScope) return std::nullopt;
  std::string name;
  for (Scope& scope : open_) {
    classify(&scope);
    if (scope.kind != Kind::kNamespace) return std::nullopt;
    if (!name.empty() && !scope.name.empty()) name += "::";
    name += scope.name;
  }
  return name;
}

void Scopes::classify(Scope* scope) {
  if (scope->kind != Kind::kUnknown) return;
  scope->kind = Kind::kOther;
  long parentheses = 0;
  bool is_aligned = false;  // the parenthesis that follows belongs to an attribute
  bool is_enum = false;
  Lexer lexer(scope->head);
  for (Token token; next_code(&lexer, &token);) {
    const bool is_word = token.is(TokenKind::kIdentifier);
    const std::string_view word = is_word ? token.text() : std::string_view();
    if (token.is(TokenKind::kHash)) {
      skip_directive(&lexer);
    } else if (token.is_op('(')) {
      // The head of a function, unless it is `struct __align__(16) name {`.
      if (!is_aligned && parentheses == 0) scope->kind = Kind::kOther;
      ++parentheses;
    } else if (token.is_op(')')) {
      if (parentheses > 0) --parentheses;
    } else if (token.is_op('=')) {
      scope->kind = Kind::kOther;
    } else if (parentheses > 0) {
      continue;
    } else if (token.is(TokenKind::kString)) {
      scope->kind = Kind::kNamespace;  // extern "C" {
    } else if (token.is_op(op::kScope) && scope->kind == Kind::kNamespace) {
      if (!scope->name.empty()) scope->name += "::";
    } else if (word == "namespace") {
      scope->kind = Kind::kNamespace;
      scope->name.clear();
    } else if (word == "enum") {
      is_enum = true;
    } else if (is_one_of(kClasses, word)) {
      scope->kind = is_enum ? Kind::kOther : Kind::kClass;
    } else if (is_word && scope->kind == Kind::kNamespace && !is_one_of(kAttributes, word)) {
      scope->name += lexer::spelling(token);
    }
    if (is_word) is_aligned = is_one_of(kAttributes, word);
  }
}

}  // namespace torchada::port
