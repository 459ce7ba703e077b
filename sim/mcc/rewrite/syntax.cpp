// Steps over pieces of C++.
#include "mcc/rewrite/syntax.h"

#include <algorithm>

#include "mcc/rewrite/constraint.h"

namespace musasim::mcc {

namespace {

// The number of template argument lists that a token closes, if it may close one.
int closes(const Source& source, Index index) {
  const SourceToken& token = source.token(index);
  if (token.kind == TokenKind::kLaunchClose) return 3;
  if (token.op == op::kShiftRight) return 2;
  return token.op == '>' ? 1 : 0;
}

bool ends_statement(const Source& source, Index index) {
  return source.is_op(index, ';') || source.is_op(index, '{') || source.is_op(index, '}');
}

// The colon of `public:`, of a case or of a label.
bool is_label_colon(const Source& source, Index index) {
  if (!source.is_op(index, ':') || index == 0) return false;
  const std::uint32_t before = source.word_at(index - 1);
  if (before == word::kPublic || before == word::kPrivate || before == word::kProtected)
    return true;
  if (before == word::kDefault) return true;
  for (Index at = index; at-- > 0 && !ends_statement(source, at);) {
    if (source.is(at, word::kCase)) return true;
  }
  return false;
}

bool takes_parentheses(std::uint32_t word) {
  switch (word) {
    case word::kAttribute:
    case word::kAttribute2:
    case word::kAlignas:
    case word::kDecltype:
    case word::kTypeof:
    case word::kNoexcept:
    case word::kThrow:
    case word::kExplicit:
    case word::kLaunchBounds:
    case word::kClusterDims:
    case word::kMaxRegisters:
    case word::kBlockSize: return true;
    default: return false;
  }
}

}  // namespace

Index behind_angle(const Source& source, Index open, Index limit) {
  int depth = 0;
  limit = std::min(limit, source.size());
  for (Index at = open; at < limit; ++at) {
    const SourceToken& token = source.token(at);
    if (token.op == '<') {
      ++depth;
    } else if (token.op == '(' || token.op == '[' || token.op == '{') {
      if (token.link == kNone) return kNone;
      at = token.link;
    } else if (token.op == ';' || token.op == ')' || token.op == ']' || token.op == '}') {
      return kNone;
    } else if (const int closed = closes(source, at)) {
      depth -= closed;
      if (depth <= 0) return at + 1;
    }
  }
  // The `>>` at the limit closes what is open here and the list that the limit ends.
  const bool shared = depth > 0 && limit < source.size() && closes(source, limit) > depth;
  return shared ? limit : kNone;
}

Index angle_before(const Source& source, Index close) {
  int depth = 0;
  for (Index at = close + 1; at-- > 0;) {
    const SourceToken& token = source.token(at);
    if (const int closed = closes(source, at)) {
      depth += closed;
    } else if (token.op == '<') {
      if (--depth <= 0) return at;
    } else if (token.op == ')' || token.op == ']' || token.op == '}') {
      if (token.link == kNone) return kNone;
      at = token.link;
    } else if (token.op == ';' || token.op == '(' || token.op == '[' || token.op == '{') {
      return kNone;
    }
  }
  return kNone;
}

Index behind_attribute(const Source& source, Index index) {
  if (source.is_op(index, '[') && source.is_op(index + 1, '[')) {
    const Index close = source.partner(index);
    return close == kNone ? index : close + 1;
  }
  if (!takes_parentheses(source.word_at(index)) || !source.is_op(index + 1, '(')) return index;
  const Index close = source.partner(index + 1);
  return close == kNone ? index : close + 1;
}

Index statement_begin(const Source& source, Index index) {
  while (index > 0) {
    const Index before = index - 1;
    if (const Index constraint = requires_before(source, before); constraint != kNone) {
      index = constraint;
      continue;
    }
    if (ends_statement(source, before) || is_label_colon(source, before)) return index;
    // The parenthesis of `if (x)`, and one that is not closed.
    if (source.is_op(before, '(') || source.is_op(before, '[')) return index;
    const Index partner = source.partner(before);
    index = partner == kNone || partner > before ? before : partner;
  }
  return index;
}

Index statement_end(const Source& source, Index index) {
  for (; index < source.size(); ++index) {
    const Index behind = behind_requires(source, index);
    if (behind != index) {
      index = behind - 1;
      continue;
    }
    if (ends_statement(source, index)) return index;
    if (source.is_op(index, '(') || source.is_op(index, '[')) {
      const Index partner = source.partner(index);
      if (partner == kNone) return kNone;
      index = partner;
    }
  }
  return kNone;
}

std::vector<Range> split_at_commas(const Source& source, Index begin, Index end) {
  std::vector<Range> parts;
  if (begin >= end) return parts;
  Index from = begin;
  for (Index at = begin; at < end; ++at) {
    const SourceToken& token = source.token(at);
    if (token.op == ',') {
      parts.push_back({from, at});
      from = at + 1;
    } else if (token.op == '(' || token.op == '[' || token.op == '{') {
      if (token.link != kNone && token.link < end) at = token.link;
    } else if (token.op == '<') {
      const Index behind = behind_angle(source, at, end);
      if (behind != kNone) at = behind - 1;
    }
  }
  parts.push_back({from, end});
  return parts;
}

std::vector<Range> template_heads(const Source& source, Index begin, Index* behind) {
  std::vector<Range> heads;
  while (source.is(begin, word::kTemplate) && source.is_op(begin + 1, '<')) {
    const Index end = behind_angle(source, begin + 1, source.size());
    if (end == kNone) break;
    heads.push_back({begin + 2, end - 1});
    begin = behind_requires(source, end);
  }
  *behind = begin;
  return heads;
}

}  // namespace musasim::mcc
