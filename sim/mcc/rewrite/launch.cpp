// Launches: F<<<g, b, s, st>>>(args) becomes
// (::musasim::device::configure(g, b, s, st) ? (void)0 : (F)(args)).
// F is in parentheses because clang does not look it up by the arguments.
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// Words before parentheses that call nothing.
bool is_keyword_before_parentheses(std::uint32_t word) {
  switch (word) {
    case word::kIf:
    case word::kFor:
    case word::kWhile:
    case word::kSwitch:
    case word::kReturn:
    case word::kElse:
    case word::kDo:
    case word::kConstexpr:
    case word::kCase:
    case word::kSizeof:
    case word::kThrow: return true;
    default: return false;
  }
}

Index postfix_begin(const Source& source, Index last);

// Whether an expression ends at the token, so that what follows belongs to it.
bool ends_expression(const Source& source, Index index) {
  if (source.is_word(index)) return !is_keyword_before_parentheses(source.word_at(index));
  return source.is_op(index, ')') || source.is_op(index, ']');
}

// k, ns::k, ::k, A<T>::template k, object.k, object->k
Index name_begin(const Source& source, Index name) {
  Index begin = name;
  if (begin > 0 && source.is(begin - 1, word::kTemplate)) --begin;
  if (begin == 0) return begin;
  if (source.is_op(begin - 1, '.') || source.is_op(begin - 1, op::kArrow)) {
    return begin > 1 ? postfix_begin(source, begin - 2) : kNone;
  }
  if (!source.is_op(begin - 1, op::kScope)) return begin;
  const Index scope = begin - 1;
  if (scope == 0) return scope;
  Index part = scope - 1;
  if (source.is_op(part, '>') || source.is_op(part, op::kShiftRight)) {
    const Index open = angle_before(source, part);
    return open == kNone || open == 0 ? scope : name_begin(source, open - 1);
  }
  if (source.is_op(part, ')') && source.partner(part) != kNone && source.partner(part) > 0 &&
      source.is(source.partner(part) - 1, word::kDecltype)) {
    return source.partner(part) - 1;
  }
  if (!source.is_word(part) || is_keyword_before_parentheses(source.word_at(part))) return scope;
  return name_begin(source, part);
}

// `if (x) (*k)<<<...>>>` begins at (*k), and get(x)<<<...>>> at get.
Index call_begin(const Source& source, Index open) {
  if (open == 0) return open;
  const Index before = open - 1;
  if (source.is_op(before, '>') || source.is_op(before, op::kShiftRight)) {
    const Index angle = angle_before(source, before);
    const bool name = angle != kNone && angle > 0 && source.is_word(angle - 1);
    return name ? name_begin(source, angle - 1) : open;
  }
  if (!ends_expression(source, before)) return open;
  if (source.is_op(before, ')')) {
    const Index outer = source.partner(before);
    const bool control =
        outer != kNone && outer > 0 && is_keyword_before_parentheses(source.word_at(outer - 1));
    if (outer == kNone || control) return open;
  }
  return postfix_begin(source, before);
}

// The first token of the postfix expression that ends at `last`; kNone when none ends there.
Index postfix_begin(const Source& source, Index last) {
  if (source.is_op(last, '>') || source.is_op(last, op::kShiftRight)) {
    const Index open = angle_before(source, last);
    if (open == kNone || open == 0 || !source.is_word(open - 1)) return kNone;
    return name_begin(source, open - 1);
  }
  if (source.is_op(last, ')') || source.is_op(last, ']')) {
    const Index open = source.partner(last);
    return open == kNone ? kNone : call_begin(source, open);
  }
  return source.is_word(last) ? name_begin(source, last) : kNone;
}

Index launch_close(const Source& source, Index open) {
  for (Index at = open + 1; at < source.size(); ++at) {
    const SourceToken& token = source.token(at);
    if (token.kind == TokenKind::kLaunchClose) return at;
    if (token.op == ';' || token.op == '}') return kNone;
    if ((token.op == '(' || token.op == '{' || token.op == '[') && token.link != kNone) {
      at = token.link;
    }
  }
  return kNone;
}

// The lines of a range without its code, so that what follows keeps its place.
std::string lines_alone(const Pass& pass, std::uint32_t begin, std::uint32_t end) {
  std::string lines;
  const std::string_view text = pass.source.text(begin, end);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', at);
    if (newline == std::string_view::npos) break;
    if (at != 0 && text[at] == '#') lines += text.substr(at, newline - at);
    lines += '\n';
    at = newline + 1;
  }
  return lines;
}

// The code of a range in one line.
std::string code_alone(const Pass& pass, Index begin, Index end) {
  std::string code;
  for (Index at = begin; at < end; ++at) {
    if (at != begin && pass.begin_of(at) != pass.end_of(at - 1)) code += ' ';
    code += pass.source.text(at);
  }
  return code;
}

}  // namespace

void rewrite_launch(Pass* pass, Index open) {
  const Source& source = pass->source;
  const Index close = launch_close(source, open);
  const Index begin = open == 0 ? kNone : postfix_begin(source, open - 1);
  const Index arguments = close == kNone ? kNone : close + 1;
  if (begin == kNone || !source.is_op(arguments, '(') || source.partner(arguments) == kNone) {
    pass->error(open,
                "expected a launch: kernel<<<grid, block, shared bytes, stream>>>(arguments)");
    return;
  }
  pass->edits.insert(
      pass->begin_of(begin),
      "(::musasim::device::configure(" + code_alone(*pass, open + 1, close) + ") ? (void)0 : (");
  pass->edits.replace(pass->begin_of(open), pass->end_of(close),
                      ")" + lines_alone(*pass, pass->begin_of(open), pass->end_of(close)));
  pass->edits.insert(pass->end_of(source.partner(arguments)), ")");
}

}  // namespace musasim::mcc
