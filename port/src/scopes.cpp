// Follows braces and what stands before them.
#include "scopes.h"

#include "context.h"
#include "words.h"

namespace torchada::port {

using lexer::Directive;
using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

namespace {

constexpr std::string_view kClasses[] = {"class", "struct", "union"};
constexpr std::string_view kAttributes[] = {"alignas", "__align__", "__attribute__", "__declspec"};

// Deeper nesting is no code that people write.
constexpr std::size_t kDeepest = 64;

}  // namespace

void Scopes::read_to(const char* at) {
  while (has_next_ || next_code(&lexer_, &next_)) {
    has_next_ = next_.begin >= at;
    if (has_next_) return;
    if (next_.is(TokenKind::kHash)) {
      take_directive();
    } else {
      take(next_);
    }
  }
}

std::optional<std::string> Scopes::open_namespace() const {
  if (open_.size() > kDeepest) return std::nullopt;
  std::string name;
  for (const Scope& scope : open_) {
    if (scope.kind != Kind::kNamespace) return std::nullopt;
    if (!name.empty() && !scope.name.empty()) name += "::";
    name += scope.name;
  }
  return name;
}

// A brace that both branches open counts once.
void Scopes::take_directive() {
  Token token;
  while (next_code(&lexer_, &token) && !token.is(TokenKind::kNewline)) {
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

void Scopes::take(const Token& token) {
  if (token.is(TokenKind::kIdentifier)) {
    if (head_.parentheses == 0) take_word(token);
  } else if (token.is_op('{')) {
    open_.push_back({head_.kind, std::move(head_.name)});
    begin_head();
  } else if (token.is_op('}')) {
    if (!open_.empty()) open_.pop_back();
    begin_head();
  } else if (token.is_op(';')) {
    begin_head();
  } else if (token.is_op('(')) {
    // The head of a function, unless it is `struct __align__(16) name {`.
    if (!head_.is_aligned && head_.parentheses == 0) head_.kind = Kind::kOther;
    ++head_.parentheses;
  } else if (token.is_op(')')) {
    if (head_.parentheses > 0) --head_.parentheses;
  } else if (token.is_op('=')) {
    head_.kind = Kind::kOther;
  } else if (token.is_op(op::kScope) && head_.kind == Kind::kNamespace && !head_.name.empty()) {
    head_.name += "::";
  } else if (token.is(TokenKind::kString) && head_.parentheses == 0) {
    head_.kind = Kind::kNamespace;  // extern "C" {
  }
}

void Scopes::take_word(const Token& token) {
  const std::string_view word = token.text();
  head_.is_aligned = is_one_of(kAttributes, word);
  if (word == "namespace") {
    head_.kind = Kind::kNamespace;
    head_.name.clear();
  } else if (word == "enum") {
    head_.is_enum = true;
  } else if (is_one_of(kClasses, word)) {
    head_.kind = head_.is_enum ? Kind::kOther : Kind::kClass;
  } else if (head_.kind == Kind::kNamespace && !head_.is_aligned) {
    head_.name += lexer::spelling(token);
  }
}

}  // namespace torchada::port
