#include "mcc/rewrite/function_key.h"

#include <string_view>

namespace musasim::mcc {

namespace {

// `without` is the name of a parameter, which may differ between declarations.
std::string joined(const Source& source, Range tokens, Index without) {
  std::string text;
  for (Index at = tokens.begin; at < tokens.end; ++at) {
    if (at == without) continue;
    const bool words = !text.empty() && source.is_word(at) && source.is_word(at - 1);
    text += (words ? " " : "") + std::string(source.text(at));
  }
  return text;
}

// The S of S::f and of S<T>::f; nothing for ::f.
std::string_view qualifier_of(const Source& source, Index name) {
  if (name < 2) return "";
  Index last = name - 2;
  if (!source.is_word(last)) {
    const Index open = angle_before(source, last);
    if (open == kNone || open == 0) return "";
    last = open - 1;
  }
  return source.is_word(last) ? source.text(last) : "";
}

// The name of the innermost class or namespace around the token; of the namespace alone for friends.
std::string_view name_around(const Pass& pass, Index token, bool is_friend) {
  const Source& source = pass.source;
  Index number = pass.scopes.around(token);
  for (; number != kNone; number = pass.scopes[number].outer) {
    const Index open = pass.scopes[number].open;
    const ScopeKind kind = pass.scopes.kind(number);
    if (kind == ScopeKind::kClass && !is_friend) {
      const std::uint32_t word = name_of_class(source, open);
      return word == kNone ? "" : source.word(word);
    }
    // An extern "C" block names no namespace.
    if (kind != ScopeKind::kNamespace || source.token(open - 1).kind == TokenKind::kString)
      continue;
    return source.is_word(open - 1) ? source.text(open - 1) : "";
  }
  return "";
}

}  // namespace

std::string function_key(const Pass& pass, const Declaration& declaration) {
  const Source& source = pass.source;
  const bool is_friend = has_specifier(source, declaration, word::kFriend);
  const std::string_view owner = declaration.qualified
                                     ? qualifier_of(source, declaration.name)
                                     : name_around(pass, declaration.name, is_friend);
  const bool is_operator = source.is(declaration.name, word::kOperator);
  const Index end =
      is_operator && declaration.open != kNone ? declaration.open : declaration.name + 1;
  return std::string(owner) + "::" + joined(source, {declaration.name, end}, kNone);
}

std::string overload_key(const Pass& pass, const Declaration& declaration) {
  const Source& source = pass.source;
  const Index open = declaration.open;
  std::string key = function_key(pass, declaration) + "(";
  const Index close = open == kNone ? kNone : source.partner(open);
  if (close == kNone) return key;
  for (Range part : split_at_commas(source, open + 1, close)) {
    Index end = part.begin;
    while (end < part.end && !source.is_op(end, '=')) ++end;
    part.end = end;  // a default argument stands in one declaration alone
    key += joined(source, part, declared_name(source, part)) + ",";
  }
  return key + ")";
}

}  // namespace musasim::mcc
