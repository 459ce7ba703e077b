// Namespaces that are named alone: opened inside of others, used as a whole, given another name.
#include "rules.h"

namespace torchada::port {

namespace {

bool is_behind_keyword(const Token& before) {
  return before.is(TokenKind::kIdentifier) && before.text() == "namespace";
}

// `namespace name = ` before a token.
bool is_behind_alias(const Context& context, const Token& before) {
  if (!before.is_op('=')) return false;
  const char* begin = before.begin;
  while (begin != context.text.data() && begin[-1] != '\n' && before.begin - begin < 100) --begin;
  Lexer line(std::string_view(begin, static_cast<std::size_t>(before.begin - begin)));
  Token token;
  Token last[2];
  while (next_code(&line, &token)) {
    last[0] = last[1];
    last[1] = token;
  }
  return is_behind_keyword(last[0]) && last[1].is(TokenKind::kIdentifier);
}

// The translation of a namespace that is opened here; null where it stays.
const Qualified* opened(Context* context, const Place& place, const Word& word,
                        const Replacement** replacement) {
  if (!context->words.qualified(word.text).is_namespace) return nullptr;
  context->scopes.read_to(place.token.begin);
  const auto outside = context->scopes.open_namespace();
  if (!outside) return nullptr;
  const Qualified& found =
      context->words.qualified(outside->empty() ? word.text : *outside + "::" + word.text);
  // At the top, `namespace cuda` is the program's.
  if (found.kind != Qualified::Kind::translated || !found.is_namespace) return nullptr;
  if (found.parts.empty()) return nullptr;
  const bool own = found.owner != nullptr || (context->reverse() && word.text == "musa");
  if (outside->empty() && own) return nullptr;
  if (found.parts.back().replacement->from != word.text) return nullptr;
  *replacement = found.parts.back().replacement;
  return &found;
}

bool open_rule(Context* context, const Place& place, const Word& word) {
  const Replacement* replacement = nullptr;
  const Qualified* const found = opened(context, place, word, &replacement);
  if (found == nullptr) return false;
  context->edit(place.token.text(), replacement, found->certainty);
  return true;
}

}  // namespace

bool namespace_rule(Context* context, const Place& place, const Word& word) {
  const bool named = is_behind_keyword(place.before);
  if (named && place.after.is_op('{')) return open_rule(context, place, word);
  if (!place.after.is_op(';') || !(named || is_behind_alias(*context, place.before))) return false;
  const Qualified& found = context->words.qualified(word.text);
  if (found.kind == Qualified::Kind::unsupported) {
    report_unsupported(context, place.token.text(), word.text, found.translation);
    return true;
  }
  if (found.kind != Qualified::Kind::translated || !found.is_namespace) return false;
  if (found.parts.size() != 1) return false;
  context->edit(place.token.text(), found.parts[0].replacement, found.certainty);
  if (found.owner != nullptr) context->last_edit_unless_defined(*found.owner);
  return true;
}

}  // namespace torchada::port
