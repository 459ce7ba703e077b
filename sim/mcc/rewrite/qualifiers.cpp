// __noinline__, which is an attribute's name too.
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

void rewrite_no_inline(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  // Within the parentheses of __attribute__((...)) or the brackets of [[gnu::...]] it is one.
  if (keyword > 0 && !source.is_op(keyword - 1, ';') && !source.is_op(keyword - 1, '}')) {
    const Index before = keyword - 1;
    if (source.is_op(before, '(') || source.is_op(before, ',') ||
        source.is_op(before, op::kScope)) {
      return;
    }
  }
  pass->edits.replace(pass->begin_of(keyword), pass->end_of(keyword), "__attribute__((noinline))");
}

}  // namespace musasim::mcc
