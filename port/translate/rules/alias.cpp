// Names that a text gives to namespaces and classes of CUDA and PyTorch, and what is behind them.
#include <string>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::size_t kLongestScope = 256;

// The number of bytes of the name that begins here: words with `::` between them.
std::size_t length_of_name(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size()) {
    if (is_word_character(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "::") {
      at += 2;
    } else {
      break;
    }
  }
  return at - begin;
}

// `a::b::` before a name; empty where it is none.
std::string_view scope_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongestScope) {
    if (begin >= 2 && text.substr(begin - 2, 2) == "::") {
      begin -= 2;
    } else if (begin != end && is_word_character(text[begin - 1])) {
      --begin;
    } else {
      break;
    }
  }
  return text.substr(begin, end - begin);
}

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
  const std::size_t length = length_of_name(text, begin);
  if (next_character(text, begin + length) != ';') return;
  context->aliases[name] = text.substr(begin, length);
}

bool alias_rule(Context* context, const Token& name) {
  const std::string_view text = context->text;
  const std::string_view scope = scope_before(text, context->offset(name.begin));
  const std::string_view first = scope.substr(0, scope.find("::"));
  const auto alias = context->aliases.find(first);
  if (alias == context->aliases.end()) return false;
  std::string whole(alias->second);
  whole.append(scope.substr(first.size())).append(name.text());
  const Qualified& found = context->words.qualified(whole);
  if (found.kind == Qualified::Kind::unsupported) {
    report_unsupported(context, name.text(), whole, found.translation);
    return true;
  }
  if (found.kind != Qualified::Kind::translated || found.parts.empty()) return false;
  const Qualified::Part& last = found.parts.back();
  if (last.begin + last.replacement->from.size() != whole.size()) return false;
  context->edit(name.text(), last.replacement, found.certainty);
  return true;
}

}  // namespace torchada::port
