// Steps over constraints.
#include "mcc/rewrite/constraint.h"

#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

namespace {

// A clause follows a template's parameters, a function's, or their qualifiers; an expression stands where
// an operand may.
bool begins_clause(const Source& source, Index index) {
  if (index == 0) return false;
  const Index before = index - 1;
  if (source.is_word(before)) {
    return !source.is(before, word::kRequires) && !source.is(before, word::kReturn);
  }
  return source.is_op(before, '>') || source.is_op(before, op::kShiftRight) ||
         source.is_op(before, ')');
}

// requires { ... }, requires (T t) { ... }
Index behind_expression(const Source& source, Index index) {
  Index open = index + 1;
  if (source.is_op(open, '(') && source.partner(open) != kNone) open = source.partner(open) + 1;
  const Index close = source.is_op(open, '{') ? source.partner(open) : kNone;
  return close == kNone ? index : close + 1;
}

// a::B<T>::value: the last token of what stands at `index`.
Index behind_name(const Source& source, Index index) {
  Index at = source.is_op(index, op::kScope) ? index + 1 : index;
  while (source.is_word(at)) {
    if (source.is(at, word::kTemplate)) ++at;
    ++at;
    if (source.is_op(at, '<')) {
      const Index behind = behind_angle(source, at, source.size());
      if (behind == kNone) return at;
      at = behind;
    }
    if (!source.is_op(at, op::kScope)) break;
    ++at;
  }
  return at;
}

Index behind_operand(const Source& source, Index index) {
  if (source.is(index, word::kRequires)) return behind_expression(source, index);
  if (!source.is_op(index, '(')) return behind_name(source, index);
  return source.partner(index) == kNone ? index : source.partner(index) + 1;
}

}  // namespace

Index behind_requires(const Source& source, Index index) {
  if (!source.is(index, word::kRequires)) return index;
  if (!begins_clause(source, index)) return behind_expression(source, index);
  Index at = index;
  do {
    at = behind_operand(source, at + 1);
  } while (source.is_op(at, op::kAndAnd) || source.is_op(at, op::kOrOr));
  return at;
}

Index requires_before(const Source& source, Index close) {
  const Index open = source.is_op(close, '}') ? source.partner(close) : kNone;
  if (open == kNone || open == 0) return kNone;
  Index at = open - 1;
  if (source.is_op(at, ')') && source.partner(at) != kNone && source.partner(at) > 0) {
    at = source.partner(at) - 1;
  }
  return source.is(at, word::kRequires) && !begins_clause(source, at) ? at : kNone;
}

}  // namespace musasim::mcc
