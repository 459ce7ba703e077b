// Finds expressions and declarations that are only arithmetic.
#include "mcc/rewrite/speed/plain.h"

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

}  // namespace

bool is_cast(const Source& source, Index close) {
  Index at = source.partner(close);
  if (at == kNone || at + 1 == close) return false;
  while (++at < close && (is_type(source, at) || source.is_op(at, op::kScope))) {
  }
  return at == close;
}

namespace {

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

bool read_numbers(const Source& source, Range range, std::vector<Number>* numbers) {
  Index at = range.begin;
  while (at < range.end && (is_type(source, at) || source.is_op(at, op::kScope))) ++at;
  if (at == range.begin) return false;
  for (const Range& part : split_at_commas(source, at, range.end)) {
    const Number number = {part.begin, {part.begin + 2, part.end}};
    if (!source.is_word(number.name) || !source.is_op(number.name + 1, '=')) return false;
    if (number.value.begin >= part.end || !is_plain(source, number.value)) return false;
    numbers->push_back(number);
  }
  return true;
}

Index behind_numbers(const Source& source, Range range, std::vector<Number>* numbers) {
  Index at = range.begin;
  for (;;) {
    const Index end = statement_end(source, at);
    if (end == kNone || end >= range.end || !source.is_op(end, ';')) return at;
    std::vector<Number> declared;
    if (!read_numbers(source, {at, end}, &declared)) return at;
    numbers->insert(numbers->end(), declared.begin(), declared.end());
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

std::string unused(const Source& source, const std::vector<Number>& numbers) {
  std::string text;
  for (const Number& number : numbers) {
    text += " (void)" + std::string(source.text(number.name)) + ";";
  }
  return text;
}

bool repeat_numbers(const Source& source, Range range, const std::vector<Number>& numbers,
                    std::string* line) {
  if (!on_one_line(source, range, line)) return false;
  *line += unused(source, numbers);
  return true;
}

}  // namespace musasim::mcc
