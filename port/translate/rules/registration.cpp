// TORCH_LIBRARY_IMPL(ns, CUDA, m) and its stable form: the key names a backend.
#include "rules.h"

namespace torchada::port {

namespace {

constexpr int kLongestNamespace = 64;  // in tokens

}  // namespace

bool registration_rule(Context* context, const Place& place, const Word&) {
  if (is_behind_scope(*context, place.before)) return false;
  Lexer ahead = context->lexer;
  Token token;
  if (!next_code(&ahead, &token) || !token.is_op('(')) return false;
  // The namespace, which may be a macro with arguments.
  int left = kLongestNamespace;
  for (int depth = 0; next_code(&ahead, &token) && !(depth == 0 && token.is_op(','));) {
    if (--left == 0) return false;
    if (token.is_op('(')) ++depth;
    if (token.is_op(')') && --depth < 0) return false;
    if (token.is_op(';')) return false;
  }
  if (!next_code(&ahead, &token) || !token.is(TokenKind::kIdentifier)) return false;
  const auto found = names::translate_key(token.text());
  if (!found || found->status != names::Status::renamed) return false;
  context->edit(token.text(), found->musa, names::text(found->library), Certainty::certain);
  context->done = token.begin;
  return true;
}

}  // namespace torchada::port
