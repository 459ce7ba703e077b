// Finds out what a brace opens by what stands before it.
#include "mcc/rewrite/scopes.h"

#include <algorithm>

namespace musasim::mcc {

namespace {

bool is_control(std::uint32_t word) {
  switch (word) {
    case word::kIf:
    case word::kFor:
    case word::kWhile:
    case word::kSwitch:
    case word::kCatch: return true;
    default: return false;
  }
}

// Words that may follow a function's parameters or a lambda's.
bool may_follow_parameters(std::uint32_t word) {
  switch (word) {
    case word::kConst:
    case word::kVolatile:
    case word::kNoexcept:
    case word::kOverride:
    case word::kFinal:
    case word::kMutable:
    case word::kConstexpr:
    case word::kTry:
    case word::kHost:
    case word::kDevice: return true;
    default: return false;
  }
}

// By the parenthesis that stands before the brace, with qualifiers between.
ScopeKind kind_by_parameters(const Source& source, Index close) {
  const Index open = source.partner(close);
  if (open == kNone || open == 0) return ScopeKind::kBlock;
  Index before = open - 1;
  if (source.is(before, word::kConstexpr) && before > 0) --before;  // if constexpr (...)
  if (is_control(source.word_at(before))) return ScopeKind::kBlock;
  while (source.is(before, word::kHost) || source.is(before, word::kDevice)) --before;
  if (source.is_op(before, ']')) return ScopeKind::kLambda;
  return ScopeKind::kFunction;
}

// The key of a declaration between its first token and the brace.
ScopeKind kind_by_keys(const Source& source, Index begin, Index open) {
  Index at = begin;
  template_heads(source, begin, &at);
  bool parameters = false;
  ScopeKind key = ScopeKind::kBlock;
  for (; at < open; ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
      continue;
    }
    const std::uint32_t word = source.word_at(at);
    if (word == word::kNamespace) return ScopeKind::kNamespace;
    if (word == word::kEnum) return ScopeKind::kEnum;
    if (is_class_key(word)) key = ScopeKind::kClass;
    if (source.is_op(at, '=')) return ScopeKind::kList;
    if (source.is_op(at, ']') && source.is_op(at + 1, '(')) return ScopeKind::kLambda;
    if (source.is_op(at, '(')) {
      parameters = true;
      if (source.partner(at) == kNone) break;
      at = source.partner(at);
    }
  }
  return parameters ? ScopeKind::kFunction : key;
}

// f() -> T {, [] (int) -> decltype(x)* {: the `)` of the parameters; kNone elsewhere.
Index parameters_before_result(const Source& source, Index last) {
  Index at = last;
  for (; at > 0 && !source.is_op(at, op::kArrow); --at) {
    if (source.is_op(at, '>') || source.is_op(at, op::kShiftRight)) {
      at = angle_before(source, at);
    } else if (source.is_op(at, ')')) {
      at = source.partner(at);
      if (at == kNone || at == 0 || !source.is(at - 1, word::kDecltype)) return kNone;
    } else if (!source.is_word(at) && !source.is_op(at, op::kScope) && !source.is_op(at, '*') &&
               !source.is_op(at, '&') && !source.is_op(at, op::kAndAnd)) {
      return kNone;
    }
    if (at == kNone) return kNone;
  }
  for (; at > 1; --at) {
    const Index before = at - 1;
    const Index open = source.partner(before);
    if (source.is_op(before, ')') && open != kNone && open > 0) {
      if (behind_attribute(source, open - 1) == open - 1) return before;
      at = open;
    } else if (!may_follow_parameters(source.word_at(before))) {
      return kNone;
    }
  }
  return kNone;
}

// C() : a{1}, B<T>{2} {: whether the brace that closes at `close` is of a member or a base.
bool is_member_initializer(const Source& source, Index close) {
  Index name = source.partner(close);
  if (name == kNone || name == 0) return false;
  --name;
  if (source.is_op(name, '>')) name = angle_before(source, name);
  if (name == kNone || name < 2) return false;
  if (source.is_op(name, '<')) --name;
  while (name > 2 && source.is_op(name - 1, op::kScope)) name -= 2;
  return source.is_word(name) && (source.is_op(name - 1, ',') ||
                                  (source.is_op(name - 1, ':') && source.is_op(name - 2, ')')));
}

}  // namespace

Scopes::Scopes(const Source& source) : source_(source) {
  std::vector<Index> open;
  for (Index at = 0; at < source.size(); ++at) {
    const std::uint8_t op = source.token(at).op;
    if (op == '{' && source.token(at).link != kNone) {
      const Index outer = open.empty() ? kNone : open.back();
      open.push_back(static_cast<Index>(scopes_.size()));
      scopes_.push_back({at, source.token(at).link, outer});
    } else if (op == '}' && source.token(at).link != kNone) {
      open.pop_back();
    }
  }
}

Index Scopes::around(Index token) const { return innermost(token, token + 1); }

Index Scopes::around_gap(Index token) const { return innermost(token, token); }

Index Scopes::innermost(Index token, Index least_close) const {
  const auto behind =
      std::lower_bound(scopes_.begin(), scopes_.end(), token,
                       [](const Scope& scope, Index value) { return scope.open < value; });
  if (behind == scopes_.begin()) return kNone;
  auto number = static_cast<Index>(behind - scopes_.begin() - 1);
  while (number != kNone && scopes_[number].close < least_close) number = scopes_[number].outer;
  return number;
}

ScopeKind Scopes::kind(Index number) const { return kind_by_head(scopes_[number].open); }

ScopeKind Scopes::kind_by_head(Index open) const {
  if (open == 0) return ScopeKind::kBlock;
  const Index before = open - 1;
  const SourceToken& token = source_.token(before);
  if (token.kind == TokenKind::kString) return ScopeKind::kNamespace;
  if (token.op == ')') {
    const Index behind_key = source_.partner(before);
    const bool attribute =
        behind_key != kNone && behind_key > 0 && behind_attribute(source_, behind_key - 1) == open;
    if (!attribute) return kind_by_parameters(source_, before);
  }
  if (token.op == '=' || token.op == ',' || token.op == '(') return ScopeKind::kList;
  if (token.op == ';' || token.op == '{' || token.op == ':') return ScopeKind::kBlock;
  if (source_.is(before, word::kReturn)) return ScopeKind::kList;
  if (source_.is(before, word::kElse) || source_.is(before, word::kDo)) return ScopeKind::kBlock;
  if (token.op == ']') {
    const bool subscript = before > 1 && source_.partner(before) != kNone &&
                           source_.partner(before) > 0 &&
                           source_.is_word(source_.partner(before) - 1) &&
                           !source_.is(source_.partner(before) - 1, word::kReturn);
    return subscript ? ScopeKind::kList : ScopeKind::kLambda;
  }
  if (token.op == '}' && is_member_initializer(source_, before)) return ScopeKind::kFunction;
  const Index parameters = parameters_before_result(source_, before);
  if (parameters != kNone) return kind_by_parameters(source_, parameters);
  Index last = before;
  while (last > 0 && may_follow_parameters(source_.word_at(last))) --last;
  if (last != before && source_.is_op(last, ')')) return kind_by_parameters(source_, last);
  return kind_by_keys(source_, statement_begin(source_, open), open);
}

bool Scopes::in_namespace(Index token) const {
  const Index number = around(token);
  return number == kNone || kind(number) == ScopeKind::kNamespace;
}

bool Scopes::in_class(Index token) const {
  const Index number = around(token);
  return number != kNone && kind(number) == ScopeKind::kClass;
}

Index Scopes::function_around(Index token) const {
  Index outermost = kNone;
  for (Index number = around(token); number != kNone; number = scopes_[number].outer) {
    if (kind(number) == ScopeKind::kFunction) outermost = number;
  }
  return outermost;
}

}  // namespace musasim::mcc
