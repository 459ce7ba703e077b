// The address of a local variable in what a function returns. A GPU's compiler inlines the function and keeps the
// variable, so code gets along with it; the host's compiler would see a variable that nobody reads.
#include "mcc/rewrite/marks.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// `&name` that is a whole argument.
bool is_address(const Source& source, Index at) {
  if (!source.is_op(at, '&') || !source.is_word(at + 1)) return false;
  const bool is_unary = source.is_op(at - 1, '(') || source.is_op(at - 1, ',') ||
                        source.is_op(at - 1, '{') || source.is(at - 1, word::kReturn);
  return is_unary && (source.is_op(at + 2, ')') || source.is_op(at + 2, ',') ||
                      source.is_op(at + 2, '}') || source.is_op(at + 2, ';'));
}

// Code that the compiler may have to compute, or that runs on the host, too, stays what it is.
bool returns_on_device(const Pass& pass, Index keyword) {
  Index number = pass.scopes.around(keyword);
  while (number != kNone && pass.scopes.kind(number) == ScopeKind::kBlock) {
    number = pass.scopes[number].outer;
  }
  if (number == kNone || pass.scopes.kind(number) != ScopeKind::kFunction) return false;
  const Index open = pass.scopes[number].open;
  const Marks marks = marks_between(pass.source, statement_begin(pass.source, open), open);
  return marks.device && !marks.host && !marks.constant;
}

}  // namespace

void rewrite_return(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  std::string kept;
  Index at = keyword + 1;
  for (; at < source.size() && !source.is_op(at, ';'); ++at) {
    if (source.is_op(at, '{') && source.is_op(at - 1, ')')) return;  // a lambda's body
    if (!is_address(source, at)) continue;
    kept += " ::musasim::device::keep(&" + std::string(source.text(at + 1)) + ");";
  }
  if (kept.empty() || at == source.size() || !returns_on_device(*pass, keyword)) return;
  pass->edits.insert(pass->begin_of(keyword), "{" + kept + " ");
  pass->edits.insert(pass->end_of(at), " }");
  pass->keeps_locals = true;
}

}  // namespace musasim::mcc
