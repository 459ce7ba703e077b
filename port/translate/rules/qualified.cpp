// Names with :: that begin in a namespace of CUDA or PyTorch.
#include <utility>
#include <vector>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

struct Chain {
  std::vector<Token> parts;
  std::string spelled;  // where it has blanks, comments or splices inside

  std::string_view range() const {
    const char* begin = parts.front().begin;
    return {begin, static_cast<std::size_t>(parts.back().end - begin)};
  }
  std::string_view name() const { return spelled.empty() ? range() : spelled; }
};

// Reads `::name` as long as there is one; `lexer` then stands behind the last name. A comment before
// `::` ends the name: is_behind_scope() does not look behind comments either.
Chain read_chain(const Token& first, Lexer* lexer) {
  Chain chain;
  chain.parts.push_back(first);
  std::size_t size = first.text().size();
  bool spliced = (first.flags & lexer::flag::kSpliced) != 0;
  Lexer ahead = *lexer;
  Token token;
  while (ahead.next_visible(&token) && token.is_op(op::kScope)) {
    if (!next_code(&ahead, &token) || !token.is(TokenKind::kIdentifier)) break;
    chain.parts.push_back(token);
    size += 2 + token.text().size();
    spliced = spliced || (token.flags & lexer::flag::kSpliced) != 0;
    *lexer = ahead;
  }
  if (size == chain.range().size() && !spliced) return chain;
  for (const Token& part : chain.parts) {
    if (!chain.spelled.empty()) chain.spelled += "::";
    chain.spelled += lexer::spelling(part);
  }
  return chain;
}

// The end of `::name::name` that begins here.
const char* end_of_names(const char* at, const char* end) {
  while (end - at > 2 && at[0] == ':' && at[1] == ':' && is_word_character(at[2])) {
    at += 2;
    while (at != end && is_word_character(*at)) ++at;
  }
  return at;
}

void edit_part(Context* context, std::string_view range, const Replacement* replacement,
               const Qualified& found) {
  context->edit(range, replacement, found.certainty);
  if (found.owner != nullptr) context->last_edit_unless_defined(*found.owner);
}

void edit_plainly(Context* context, std::string_view range, const Qualified& found) {
  if (found.whole != nullptr) edit_part(context, range, found.whole, found);
  for (const Qualified::Part& part : found.parts) {
    const std::string_view from = range.substr(part.begin, part.replacement->from.size());
    edit_part(context, from, part.replacement, found);
  }
}

void report_features(Context* context, const Chain& chain) {
  for (std::size_t i = 0; i < chain.parts.size(); ++i) {
    const Word* word = context->words.find(chain.parts[i].text());
    if (word == nullptr || (word->traits & trait::kFeature) == 0) continue;
    Place place;
    place.token = chain.parts[i];
    place.after = i + 1 < chain.parts.size() ? chain.parts[i + 1] : context->peek();
    if (i + 1 < chain.parts.size()) place.after.op = op::kScope;
    feature_rule(context, place, *word);
  }
}

bool next_is(Lexer behind, char wanted) {
  Token token;
  return next_code(&behind, &token) && token.is_op(wanted);
}

// One edit for each part that changes, so that what stands between them is kept.
void edit_chain(Context* context, const Chain& chain, const Qualified& found) {
  if (found.whole != nullptr) edit_part(context, chain.range(), found.whole, found);
  for (const Qualified::Part& part : found.parts) {
    edit_part(context, chain.parts[part.index].text(), part.replacement, found);
  }
}

}  // namespace

Finding& report_unsupported(Context* context, std::string_view range, std::string_view name,
                            const names::Translation& translation) {
  const std::string_view why = translation.why;
  Finding& finding = context->report(
      Code::unsupported_name, range,
      concat({"`", name, "` has no counterpart on MUSA", why.empty() ? "" : ": ", why}));
  finding.name = name;
  finding.help = translation.instead;
  return finding;
}

PlainName plain_qualified_rule(Context* context, const Token& first) {
  const char* const end = context->text.data() + context->text.size();
  const char* const stop = end_of_names(first.end, end);
  if (may_go_on(stop, end)) return PlainName::other;
  if (stop == first.end) return PlainName::unknown;
  if (next_character(context->text, context->offset(stop)) == ';') note_alias(context, first);
  const std::string_view range(first.begin, static_cast<std::size_t>(stop - first.begin));
  const Qualified& found = context->words.qualified(range);
  if (found.kind == Qualified::Kind::unknown) return PlainName::unknown;
  if (found.has_feature) return PlainName::other;
  if (found.kind == Qualified::Kind::unsupported) {
    report_unsupported(context, range, range, found.translation);
  }
  edit_plainly(context, range, found);
  context->done_until = stop;
  return PlainName::done;
}

bool qualified_rule(Context* context, const Place& place, const Word&) {
  if (!place.after.is_op(op::kScope) || place.before.is_op('.') ||
      is_behind_scope(*context, place.before)) {
    return false;
  }
  Lexer behind = context->lexer;
  const Chain chain = read_chain(place.token, &behind);
  if (chain.parts.size() < 2) return false;
  note_alias(context, place.token);
  // `-> at::cuda::CUDAStream {` is a type, `p->Base::function()` a member.
  if (place.before.is_op(op::kArrow) && next_is(behind, '(')) return false;
  const Qualified& found = context->words.qualified(chain.name());
  switch (found.kind) {
    case Qualified::Kind::unknown: return false;
    case Qualified::Kind::kept: break;
    case Qualified::Kind::unsupported:
      report_unsupported(context, chain.range(), chain.name(), found.translation);
      break;
    case Qualified::Kind::translated: edit_chain(context, chain, found); break;
  }
  // The lexer stays: comments between the parts may be markers.
  context->done_until = chain.parts.back().end;
  if (found.has_feature && !context->reverse()) {
    std::swap(context->lexer, behind);
    report_features(context, chain);
    std::swap(context->lexer, behind);
  }
  return true;
}

}  // namespace torchada::port
