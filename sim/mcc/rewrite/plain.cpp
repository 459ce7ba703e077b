// Finds expressions and declarations that are only arithmetic.
#include "mcc/rewrite/plain.h"

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

// The type of a cast: (int64_t).
bool is_cast(const Source& source, Index close) {
  Index at = source.partner(close);
  if (at == kNone || at + 1 == close) return false;
  while (++at < close && (is_type(source, at) || source.is_op(at, op::kScope))) {
  }
  return at == close;
}

// A bracket that begins the arguments of a call.
bool is_call(const Source& source, Index open) {
  if (source.is_op(open - 1, ')')) return !is_cast(source, open - 1);
  if (source.is_op(open - 1, '>')) {
    const Index angle = angle_before(source, open - 1);
    return angle != kNone && angle > 0 && source.text(angle - 1) != "static_cast";
  }
  return source.is_word(open - 1) && !is_type(source, open - 1) &&
         source.text(open - 1) != "sizeof";
}

}  // namespace

bool ends_operand(const Source& source, Index at) {
  return source.is_word(at) || source.token(at).kind == TokenKind::kNumber ||
         source.is_op(at, ')') || source.is_op(at, ']');
}

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

bool read_number(const Source& source, Range range, Number* number) {
  Index name = range.begin;
  while (name < range.end && (is_type(source, name) || source.is_op(name, op::kScope))) ++name;
  if (name == range.begin || !source.is_word(name) || !source.is_op(name + 1, '=')) return false;
  *number = {name, {name + 2, range.end}};
  return name + 2 < range.end && is_plain(source, number->value);
}

Index behind_numbers(const Source& source, Range range, std::vector<Number>* numbers) {
  Index at = range.begin;
  for (;;) {
    const Index end = statement_end(source, at);
    Number number;
    if (end == kNone || end >= range.end || !source.is_op(end, ';')) return at;
    if (!read_number(source, {at, end}, &number)) return at;
    numbers->push_back(number);
    at = end + 1;
  }
}

bool on_one_line(const Source& source, Range range, std::string* line) {
  line->clear();
  if (range.empty()) return true;
  *line = source.text(source.token(range.begin).begin, source.token(range.end - 1).end);
  std::replace(line->begin(), line->end(), '\n', ' ');
  return line->find('#') == std::string::npos;
}

bool repeat_numbers(const Source& source, Range range, const std::vector<Number>& numbers,
                    std::string* line) {
  if (!on_one_line(source, range, line)) return false;
  for (const Number& number : numbers) {
    *line += " (void)" + std::string(source.text(number.name)) + ";";
  }
  return true;
}

}  // namespace musasim::mcc
