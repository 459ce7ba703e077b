// Built-in variables where a kernel's own parameters cannot be seen: in classes within its body, and in
// lambdas that capture nothing by default. There the run time's are meant.
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

bool is_built_in(std::uint32_t word) {
  return word == word::kThreadIdx || word == word::kBlockIdx || word == word::kBlockDim ||
         word == word::kGridDim;
}

// [=], [&, x]: the lambda whose body opens at the brace.
bool captures_by_default(const Source& source, Index open) {
  Index at = open;
  for (int steps = 0; at > 0 && !source.is_op(at - 1, ']') && steps < 64; ++steps) {
    const Index partner = source.partner(at - 1);
    at = partner != kNone && partner < at ? partner : at - 1;
  }
  const Index list = at == 0 ? kNone : source.partner(at - 1);
  if (list == kNone) return false;
  const bool by_copy = source.is_op(list + 1, '=');
  const bool by_reference =
      source.is_op(list + 1, '&') && (source.is_op(list + 2, ',') || source.is_op(list + 2, ']'));
  return by_copy || by_reference;
}

bool hides_parameters(const Pass& pass, Index token, Index body) {
  for (Index number = pass.scopes.around(token); number != kNone && pass.scopes[number].open > body;
       number = pass.scopes[number].outer) {
    const ScopeKind kind = pass.scopes.kind(number);
    if (kind == ScopeKind::kClass) return true;
    if (kind == ScopeKind::kLambda && !captures_by_default(pass.source, pass.scopes[number].open)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool rewrite_built_ins(Pass* pass, Index body) {
  const Source& source = pass->source;
  bool any = false;
  for (Index at = body + 1; at < source.partner(body); ++at) {
    if (!is_built_in(source.word_at(at)) || source.is_op(at - 1, op::kScope)) continue;
    if (source.is_op(at - 1, '.') || source.is_op(at - 1, op::kArrow)) continue;
    if (!hides_parameters(*pass, at, body)) continue;
    pass->edits.insert(pass->begin_of(at), "::musasim::device::");
    any = true;
  }
  return any;
}

}  // namespace musasim::mcc
