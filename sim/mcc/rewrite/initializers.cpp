// Finds initializers.
#include "mcc/rewrite/initializers.h"

#include "mcc/rewrite/declaration.h"

namespace musasim::mcc {

namespace {

// A list in braces and the expansion of a pack are no expressions.
void add_expression(const Source& source, Range range, std::vector<Range>* found) {
  if (range.begin >= range.end || source.is_op(range.begin, '{')) return;
  if (source.is_op(range.end - 1, '.')) return;
  found->push_back(range);
}

// `a = X` and `a{X}` in a part between commas.
void add_initializer(const Source& source, Range part, std::vector<Range>* found) {
  for (Index at = part.begin; at < part.end; ++at) {
    const Index behind = behind_attribute(source, at);
    if (behind != at) {
      at = behind - 1;
    } else if (source.is_op(at, '=')) {
      return add_expression(source, {at + 1, part.end}, found);
    } else if (source.is_op(at, '<')) {
      const Index end = behind_angle(source, at, part.end);
      if (end != kNone) at = end - 1;
    } else if (source.partner(at) != kNone && source.partner(at) > at) {
      const Index close = source.partner(at);
      if (source.is_op(at, '{')) {
        for (const Range& each : split_at_commas(source, at + 1, close)) {
          add_expression(source, each, found);
        }
      }
      at = close;
    }
  }
}

}  // namespace

std::vector<Range> initializers_of_function(const Source& source, const Item& function) {
  std::vector<Range> found;
  const Declaration declaration = read_declaration(source, function.begin);
  if (declaration.kind != DeclarationKind::kFunction) return found;
  const Index close = source.partner(declaration.open);
  if (close == kNone || close >= function.end) return found;
  for (const Range& part : split_at_commas(source, declaration.open + 1, close)) {
    for (Index at = part.begin; at < part.end; ++at) {
      if (source.is_op(at, '=')) add_initializer(source, {at, part.end}, &found);
      if (source.is_op(at, '=')) break;
    }
  }
  // A declaration alone has no body, and no list of members before it.
  const Index end = function.open == kNone ? function.end : function.open;
  Index at = close + 1;
  while (at < end && !source.is_op(at, ':')) ++at;
  for (; at < end; ++at) {
    const bool opens = source.is_op(at, '(') || source.is_op(at, '{');
    if (!opens || source.partner(at) == kNone) continue;
    for (const Range& each : split_at_commas(source, at + 1, source.partner(at))) {
      add_expression(source, each, &found);
    }
    at = source.partner(at);
  }
  return found;
}

std::vector<Range> initializers_of_variables(const Source& source, const Item& variables) {
  std::vector<Range> found;
  const Declaration declaration = read_declaration(source, variables.begin);
  if (declaration.kind != DeclarationKind::kVariable || declaration.name == kNone) return found;
  for (const Range& part : split_at_commas(source, declaration.name, variables.end - 1)) {
    add_initializer(source, part, &found);
  }
  return found;
}

}  // namespace musasim::mcc
