// Names that a text gives to namespaces and classes of CUDA and PyTorch, and what is behind them.
#include <string>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

using lexer::Token;

constexpr std::size_t kLongestScope = 256;

bool is_of_name(char c) { return is_word_character(c) || c == ':'; }

}  // namespace

void note_alias(Context* context, const Token& first) {
  const std::string_view text = context->text;
  const std::size_t begin = context->offset(first.begin);
  std::size_t equals = begin;
  if (text.substr(0, begin).substr(begin > 2 ? begin - 2 : 0) == "::") equals -= 2;
  while (equals > 0 && is_space(text[equals - 1])) --equals;
  if (equals == 0 || text[equals - 1] != '=') return;
  const std::string_view name = word_before(text, equals - 1);
  if (name.empty()) return;
  const std::string_view keyword = word_before(text, context->offset(name.data()));
  if (keyword != "namespace" && keyword != "using") return;
  std::size_t end = begin;
  while (end < text.size() && is_of_name(text[end])) ++end;
  context->aliases[name] = text.substr(begin, end - begin);
}

bool alias_rule(Context* context, const Token& name) {
  const std::string_view text = context->text;
  const std::size_t end = context->offset(name.begin);
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongestScope && is_of_name(text[begin - 1])) --begin;
  const std::string_view scope = text.substr(begin, end - begin);
  const std::string_view first = scope.substr(0, scope.find("::"));
  const auto alias = context->aliases.find(first);
  if (alias == context->aliases.end()) return false;
  std::string whole(alias->second);
  whole.append(scope.substr(first.size())).append(name.text());
  const Qualified& found = context->words.qualified(whole);
  if (found.kind == Qualified::Kind::unsupported) {
    report_unsupported(context, name.text(), whole, found);
    return true;
  }
  if (found.kind != Qualified::Kind::translated || found.parts.empty()) return false;
  const Qualified::Part& last = found.parts.back();
  if (last.begin + last.replacement->from.size() != whole.size()) return false;
  context->edit(name.text(), last.replacement, found.certainty);
  return true;
}

}  // namespace torchada::port
