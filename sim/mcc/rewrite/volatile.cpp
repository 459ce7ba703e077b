// Handles what a lane writes for others through a pointer to volatile memory. The lanes of a device run in step, so code that
// was written for one has no barrier behind it; here the other lanes come to the same place first.
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/statements.h"

namespace musasim::mcc {

namespace {

constexpr const char* kCatchUp = ", ::musasim::device::catch_up()";

// The declared name behind `volatile T*`, `volatile T* const` or `T volatile*`; kNone for anything else.
Index name_of_pointer(const Source& source, Index keyword) {
  Index at = keyword + 1;
  while (source.is_word(at) || source.is_op(at, op::kScope)) ++at;
  if (!source.is_op(at, '*')) return kNone;
  ++at;
  while (source.is_word(at) && source.is_word(at + 1)) ++at;  // const, __restrict__
  return source.is_word(at) ? at : kNone;
}

// The range in which the name is known: the rest of its block, or the body of the function that has it as a parameter.
Range known_in(const Pass& pass, Index name) {
  const Source& source = pass.source;
  if (source.is_op(name + 1, '=') || source.is_op(name + 1, ';')) {
    const Index scope = pass.scopes.around(name);
    if (scope == kNone || pass.scopes.function_around(name) == kNone) return {};
    return {name + 1, pass.scopes[scope].close};
  }
  Index at = name + 1;
  while (at < source.size() && !source.is_op(at, ')') && !source.is_op(at, ';') &&
         !source.is_op(at, '{')) {
    const Index partner =
        source.is_op(at, '(') || source.is_op(at, '[') ? source.partner(at) : kNone;
    at = (partner == kNone ? at : partner) + 1;
  }
  if (!source.is_op(at, ')') || !source.is_op(at + 1, '{') || source.partner(at + 1) == kNone)
    return {};
  return {at + 2, source.partner(at + 1)};
}

bool assigns(const Source& source, Index at) {
  return source.is_op(at, '=') ||
         (source.is_op(at, op::kLongOther) && source.text(at).back() == '=');
}

// The `;` of an expression statement; kNone where a bracket that opened before it closes first.
Index end_of_statement(const Source& source, Index at, Index limit) {
  while (at < limit && !source.is_op(at, ';')) {
    const Index partner = source.partner(at);
    if (partner < at) return kNone;
    at = (partner == kNone ? at : partner) + 1;
  }
  return at < limit ? at : kNone;
}

}  // namespace

void rewrite_volatile(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  const Index name = name_of_pointer(source, keyword);
  if (name == kNone) return;
  const Range range = known_in(*pass, name);
  for (Index at = range.begin; at < range.end && range.begin != kNone; ++at) {
    if (!begins_statement(source, at) || source.word_at(at) != source.word_at(name) ||
        !source.is_op(at + 1, '['))
      continue;
    const Index close = source.partner(at + 1);
    if (close == kNone || !assigns(source, close + 1)) continue;
    const Index end = end_of_statement(source, close + 2, range.end);
    if (end != kNone) pass->edits.insert(pass->begin_of(end), kCatchUp);
  }
}

}  // namespace musasim::mcc
