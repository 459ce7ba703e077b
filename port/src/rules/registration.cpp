// TORCH_LIBRARY_IMPL(ns, CUDA, m) and its stable form: the key names a backend.
#include "rules.h"

namespace torchada::port {

using lexer::Token;
using lexer::TokenKind;

namespace {

constexpr int kLongestNamespace = 64;  // in tokens

}  // namespace

void registration_rule(Context* context) {
  lexer::Lexer ahead = context->lexer;
  Token token;
  if (!next_code(&ahead, &token) || !token.is_op('(')) return;
  // The namespace, which may be a macro with arguments.
  int left = kLongestNamespace;
  for (int depth = 0; next_code(&ahead, &token) && !(depth == 0 && token.is_op(','));) {
    if (--left == 0) return;
    if (token.is_op('(')) ++depth;
    if (token.is_op(')') && --depth < 0) return;
    if (token.is_op(';')) return;
  }
  if (!next_code(&ahead, &token) || !token.is(TokenKind::kIdentifier)) return;
  if (context->reverse()) {
    const auto back = names::translate_key_back(token.text());
    if (!back) return;
    context->edit(token.text(), back->cuda.front(), names::text(back->library), Certainty::certain);
  } else {
    const auto found = names::translate_key(token.text());
    if (!found || found->status != names::Status::renamed) return;
    context->edit(token.text(), found->musa, names::text(found->library), Certainty::certain);
  }
  context->done = token.begin;
}

}  // namespace torchada::port
