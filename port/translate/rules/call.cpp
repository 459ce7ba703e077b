// A word as the call or the attribute that it begins: `name(arguments)`.
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::size_t kMostArguments = 256;  // in tokens

}  // namespace

std::optional<Call> call_at(const Context& context, const Place& place) {
  Lexer ahead = context.lexer;
  Token token;
  if (!next_code(&ahead, &token) || !token.is_op('(')) return std::nullopt;
  Call call;
  for (int depth = 1; call.arguments.size() <= kMostArguments && next_code(&ahead, &token);) {
    if (token.is(TokenKind::kHash) || token.is(TokenKind::kNewline)) break;
    if (token.is_op('(')) ++depth;
    if (token.is_op(')') && --depth == 0) {
      const char* const begin = place.token.begin;
      call.text = {begin, static_cast<std::size_t>(token.end - begin)};
      next_code(&ahead, &call.behind);
      return call;
    }
    call.arguments.push_back(token);
  }
  return std::nullopt;
}

bool stands_free(const Context& context, const Place& place, const Word& word) {
  return !word.own_rule && !place.is_member() && !place.before.is_op(op::kScope) &&
         !is_definition(context, place);
}

}  // namespace torchada::port
