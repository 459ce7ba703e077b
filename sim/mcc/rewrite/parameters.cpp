// Names of parameters.
#include "mcc/rewrite/parameters.h"

#include "mcc/rewrite/declaration.h"

namespace musasim::mcc {

namespace {

// The part before a default argument.
Range without_default(const Source& source, Range range) {
  for (Index at = range.begin; at < range.end; ++at) {
    if (source.is_op(at, '=')) return {range.begin, at};
    if (source.is_op(at, '<')) {
      const Index behind = behind_angle(source, at, range.end);
      if (behind != kNone) at = behind - 1;
    } else if (source.partner(at) != kNone && source.partner(at) > at) {
      at = source.partner(at);
    }
  }
  return range;
}

// The place for the name of an unnamed parameter: behind the `*` of `(*)`, before arrays, else at
// the end.
std::uint32_t place_for_name(const Source& source, Range range) {
  for (Index at = range.begin; at < range.end; ++at) {
    if (source.is_op(at, '<')) {
      const Index behind = behind_angle(source, at, range.end);
      if (behind != kNone) at = behind - 1;
    } else if (source.is_op(at, '(')) {
      const Index close = source.partner(at);
      const bool attribute = at > range.begin && behind_attribute(source, at - 1) != at - 1;
      if (close == kNone) break;
      if (!attribute && (source.is_op(close - 1, '*') || source.is_op(close - 1, '&'))) {
        return source.token(close - 1).end;
      }
      at = close;
    } else if (source.is_op(at, '[')) {
      return source.token(at).begin;
    }
  }
  return source.token(range.end - 1).end;
}

// Outside of brackets.
bool has_any(const Source& source, Range range, std::initializer_list<std::uint8_t> operators) {
  for (Index at = range.begin; at < range.end; ++at) {
    for (const std::uint8_t wanted : operators) {
      if (source.is_op(at, wanted)) return true;
    }
    if (source.is_op(at, '<')) {
      const Index behind = behind_angle(source, at, range.end);
      if (behind != kNone) at = behind - 1;
    } else if (source.partner(at) != kNone && source.partner(at) > at) {
      at = source.partner(at);
    }
  }
  return false;
}

Parameter named(const Source& source, Range range, Index name, const std::string& instead,
                Edits* edits) {
  Parameter parameter;
  parameter.pack = has_any(source, range, {'.'});
  parameter.reference = has_any(source, range, {'&', op::kAndAnd});
  if (name != kNone) {
    parameter.name = std::string(source.text(name));
    return parameter;
  }
  parameter.name = instead;
  edits->insert(place_for_name(source, range), " " + instead);
  return parameter;
}

// `const T... values`: g++ takes the const for a part of the function's type, against the standard.
void drop_const_of_pack(const Source& source, Range range, Edits* edits) {
  for (Index at = range.begin; at < range.end; ++at) {
    if (source.is_op(at, '*') || source.is_op(at, '&') || source.is_op(at, op::kAndAnd)) return;
  }
  for (Index at = range.begin; at < range.end; ++at) {
    if (source.is_op(at, '<')) return;
    if (source.is(at, word::kConst)) edits->erase(source.token(at).begin, source.token(at).end);
  }
}

// `class T`, `typename`, `template <class> class C`: whether the parameter is no value, and its name.
bool is_type_parameter(const Source& source, Range range, Index* name) {
  Index at = range.begin;
  *name = kNone;
  if (source.is(at, word::kTemplate)) {
    template_heads(source, at, &at);
  }
  if (!source.is(at, word::kClass) && !source.is(at, word::kTypename)) return false;
  ++at;
  while (at < range.end && source.is_op(at, '.')) ++at;
  if (at == range.end) return true;
  if (!source.is_word(at) || at + 1 != range.end) return false;
  *name = at;
  return true;
}

}  // namespace

std::vector<Parameter> function_parameters(const Source& source, Index open, Edits* edits) {
  std::vector<Parameter> parameters;
  const Index close = source.partner(open);
  const std::vector<Range> parts = split_at_commas(source, open + 1, close);
  for (const Range& part : parts) {
    const bool none = part.begin + 1 == part.end && source.is(part.begin, word::kVoid);
    if (none || part.empty()) continue;
    const Range range = without_default(source, part);
    const std::string instead = "musasim_argument_" + std::to_string(parameters.size());
    parameters.push_back(named(source, range, declared_name(source, range), instead, edits));
    if (parameters.back().pack) drop_const_of_pack(source, range, edits);
  }
  return parameters;
}

std::vector<Parameter> template_parameters(const Source& source, Range head, Edits* edits) {
  std::vector<Parameter> parameters;
  for (const Range& part : split_at_commas(source, head.begin, head.end)) {
    if (part.empty()) continue;
    const Range range = without_default(source, part);
    Index name = kNone;
    if (!is_type_parameter(source, range, &name)) name = declared_name(source, range);
    const std::string instead = "musasim_parameter_" + std::to_string(parameters.size());
    parameters.push_back(named(source, range, name, instead, edits));
  }
  return parameters;
}

}  // namespace musasim::mcc
