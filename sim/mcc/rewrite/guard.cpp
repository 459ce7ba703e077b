// Finds what can be asked before a kernel's body runs: declarations of numbers, then a condition.
#include "mcc/rewrite/guard.h"

#include <algorithm>
#include <string_view>

namespace musasim::mcc {

namespace {

constexpr std::string_view kTypes[] = {
    "int",     "unsigned", "long",      "short",     "char",   "bool",    "size_t", "auto",
    "int32_t", "int64_t",  "uint32_t",  "uint64_t",  "uint",   "const",   "float",  "double",
    "int16_t", "uint16_t", "ptrdiff_t", "constexpr", "signed", "index_t", "std",    "__restrict__",
};
constexpr std::string_view kOperators[] = {
    "+",  "-",  "*",  "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==",
    "!=", "&&", "||", "!", "~", "&",  "|",  "^", "(", ")",  ".",  "::",
};

template <std::size_t count>
bool is_one_of(std::string_view text, const std::string_view (&list)[count]) {
  return std::find(list, list + count, text) != list + count;
}

bool is_type(const Source& source, Index at) {
  return source.is_word(at) && is_one_of(source.text(at), kTypes);
}

bool ends_operand(const Source& source, Index at) {
  return source.is_word(at) || source.token(at).kind == TokenKind::kNumber || source.is_op(at, ')');
}

// A bracket that begins the arguments of a call.
bool is_call(const Source& source, Index open) {
  if (source.is_op(open - 1, ')')) return true;
  if (source.is_op(open - 1, '>')) {
    const Index angle = angle_before(source, open - 1);
    return angle != kNone && angle > 0 && source.text(angle - 1) != "static_cast";
  }
  return source.is_word(open - 1) && !is_type(source, open - 1) &&
         source.text(open - 1) != "sizeof";
}

// Only numbers, names and arithmetic: no calls, no memory, no effects.
bool is_plain(const Source& source, Range range) {
  for (Index at = range.begin; at < range.end; ++at) {
    const TokenKind kind = source.token(at).kind;
    if (kind == TokenKind::kIdentifier || kind == TokenKind::kNumber) continue;
    if (kind != TokenKind::kPunctuator || !is_one_of(source.text(at), kOperators)) return false;
    const bool first = at == range.begin;
    if (source.is_op(at, '*') && (first || !ends_operand(source, at - 1))) return false;
    if (source.is_op(at, '(') && !first && is_call(source, at)) return false;
  }
  return !range.empty();
}

// `const int i = ...;` from `at` on: the token behind it; kNone when it is something else.
Index behind_number(const Source& source, Index at, Index close, std::string* names) {
  Index name = at;
  while (name < close && (is_type(source, name) || source.is_op(name, op::kScope))) ++name;
  if (name == at || !source.is_word(name) || !source.is_op(name + 1, '=')) return kNone;
  const Index end = statement_end(source, name);
  if (end == kNone || end >= close || !source.is_op(end, ';')) return kNone;
  if (!is_plain(source, {name + 2, end})) return kNone;
  *names += " (void)" + std::string(source.text(name)) + ";";
  return end + 1;
}

bool is_return(const Source& source, Index at) {
  return source.is_word(at) && source.text(at) == "return" && source.is_op(at + 1, ';');
}

// Whether the statement after a condition is `return;` (1), or the last one of the body (0); -1: neither.
int statement_kind(const Source& source, Index at, Index close) {
  const bool braces = source.is_op(at, '{');
  const Index first = braces ? at + 1 : at;
  const Index last = braces ? source.partner(at) : statement_end(source, at);
  if (last == kNone || last >= close) return -1;
  if (source.is_word(last + 1) && source.text(last + 1) == "else") return -1;
  if (is_return(source, first) && (!braces || first + 2 == last)) return 1;
  return last + 1 == close && (braces || source.is_op(last, ';')) ? 0 : -1;
}

// On one line; empty when something of the preprocessor is in between.
std::string on_one_line(const Source& source, Range range) {
  std::string text(source.text(source.token(range.begin).begin, source.token(range.end - 1).end));
  if (text.find('#') != std::string::npos) return {};
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::optional<Guard> find_guard(const Source& source, Index body) {
  const Index close = source.partner(body);
  std::string names;
  Index at = body + 1;
  while (at < close && source.text(at) != "if") {
    at = behind_number(source, at, close, &names);
    if (at == kNone) return std::nullopt;
  }
  if (at >= close || !source.is_op(at + 1, '(')) return std::nullopt;
  const Index behind = source.partner(at + 1);
  if (behind == kNone || !is_plain(source, {at + 2, behind})) return std::nullopt;
  const int kind = statement_kind(source, behind + 1, close);
  if (kind < 0) return std::nullopt;
  const Range condition = {at + 2, behind};
  const std::string asked = on_one_line(source, condition);
  const std::string numbers = at == body + 1 ? " " : on_one_line(source, {body + 1, at});
  if (asked.empty() || numbers.empty()) return std::nullopt;
  const std::string result = kind == 1 ? " return !(" : " return (";
  return Guard{condition, kind == 1, numbers + names + result + asked + ");"};
}

}  // namespace musasim::mcc
