// Names with :: that begin in a namespace of CUDA or PyTorch.
#include <optional>
#include <vector>

#include "rules.h"

namespace torchada::port {

namespace {

using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

struct Chain {
  std::vector<Token> parts;
  std::string name;
};

// Reads `::name` as long as there is one; `lexer` then stands behind the last name.
Chain read_chain(const Token& first, lexer::Lexer* lexer) {
  Chain chain{{first}, lexer::spelling(first)};
  lexer::Lexer ahead = *lexer;
  Token token;
  while (next_code(&ahead, &token) && token.is_op(op::kScope)) {
    if (!next_code(&ahead, &token) || !token.is(TokenKind::kIdentifier)) break;
    chain.parts.push_back(token);
    chain.name.append("::").append(lexer::spelling(token));
    *lexer = ahead;
  }
  return chain;
}

std::vector<std::string_view> split(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t next = name.find("::", at);
    parts.push_back(name.substr(at, next - at));
    if (next == std::string_view::npos) return parts;
    at = next + 2;
  }
}

// One edit for each part that changes, so that what stands between them is kept.
void edit_parts(Context* context, const Chain& chain, std::string_view to, std::string_view library,
                Certainty certainty) {
  const std::vector<std::string_view> parts = split(to);
  if (parts.size() == chain.parts.size()) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string_view range = chain.parts[i].text();
      if (range != parts[i]) context->edit(range, parts[i], library, certainty);
    }
    return;
  }
  const char* begin = chain.parts.front().begin;
  const std::string_view range(begin, static_cast<std::size_t>(chain.parts.back().end - begin));
  context->edit(range, to, library, certainty);
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

void translate_chain(Context* context, const Chain& chain, const names::Translation& found) {
  const char* begin = chain.parts.front().begin;
  const std::string_view range(begin, static_cast<std::size_t>(chain.parts.back().end - begin));
  if (found.status == names::Status::unsupported) {
    std::string message = "`" + chain.name + "` has no counterpart on MUSA";
    if (!found.why.empty()) message.append(": ").append(found.why);
    Finding& finding = context->report(Code::unsupported_name, range, std::move(message));
    finding.name = chain.name;
    finding.help = found.instead;
    return;
  }
  if (found.status == names::Status::kept) return;
  const bool sure =
      found.evidence == names::Evidence::seen || found.evidence == names::Evidence::listed;
  edit_parts(context, chain, found.musa, names::text(found.library),
             sure ? Certainty::certain : Certainty::likely);
}

bool translate_back(Context* context, const Chain& chain) {
  const auto back = names::translate_qualified_back(chain.name);
  if (!back) return false;
  edit_parts(context, chain, back->cuda.front(), names::text(back->library), Certainty::certain);
  return true;
}

}  // namespace

bool qualified_rule(Context* context, const Place& place) {
  if (!place.after.is_op(op::kScope) || place.before.is_op('.') || place.before.is_op(op::kArrow) ||
      place.before.is_op(op::kScope)) {
    return false;
  }
  lexer::Lexer behind = context->lexer;
  const Chain chain = read_chain(place.token, &behind);
  if (chain.parts.size() < 2) return false;
  if (const std::string* own = context->words.mapped(chain.name)) {
    edit_parts(context, chain, *own, "rules", Certainty::certain);
  } else if (context->words.is_kept(chain.name)) {
    // stays
  } else if (context->reverse()) {
    if (!translate_back(context, chain)) return false;
  } else if (const auto found = names::translate_qualified(chain.name)) {
    if (context->words.is_own(found->library)) return false;
    translate_chain(context, chain, *found);
  } else {
    return false;
  }
  context->lexer = behind;
  if (!context->reverse()) report_features(context, chain);
  return true;
}

}  // namespace torchada::port
