// Finds what can be asked before a kernel's body runs: declarations of numbers, then a condition.
#include "mcc/rewrite/speed/guard.h"

#include <algorithm>
#include <string_view>

#include "mcc/rewrite/speed/plain.h"

namespace musasim::mcc {

namespace {

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

// Whether the type is of integers that hold the number of a thread.
bool is_wide_type(const Source& source, Range type) {
  constexpr std::string_view kWide[] = {
      "int",      "unsigned", "const", "long",    "auto",     "size_t",   "int64_t",
      "uint64_t", "std",      "::",    "int32_t", "uint32_t", "constexpr"};
  for (Index at = type.begin; at < type.end; ++at) {
    if (std::find(std::begin(kWide), std::end(kWide), source.text(at)) == std::end(kWide)) {
      return false;
    }
  }
  return true;
}

// An expression without casts to such types, and without the brackets that they need.
std::string without_casts(const Source& source, Range range) {
  std::string text;
  for (Index at = range.begin; at < range.end; ++at) {
    const bool named = source.text(at) == "static_cast" && source.is_op(at + 1, '<');
    const Index behind = named ? behind_angle(source, at + 1, range.end) : at;
    if (behind == kNone || (named && !is_wide_type(source, {at + 2, behind - 1}))) return {};
    at = behind;
    if (source.is_op(at, '(') && is_cast(source, source.partner(at))) {
      if (!is_wide_type(source, {at + 1, source.partner(at)})) return {};
      at = source.partner(at) + 1;
    }
    if (at >= range.end) return {};
    const Index close = source.is_op(at, '(') ? source.partner(at) : kNone;
    const bool one = close != kNone && close == at + 4 && source.is_op(at + 2, '.');
    if (one) {
      text += source.text(source.token(at + 1).begin, source.token(close - 1).end);
      at = close;
    } else {
      text += source.text(at);
    }
  }
  return text;
}

// The number of a thread in a dimension of the grid. It grows with the numbers of threads and blocks, and is
// less than 2^31 where kernels run as loops.
bool is_number_of_thread(const Source& source, Range value) {
  const std::string text = without_casts(source, value);
  for (const std::string d : {".x", ".y", ".z"}) {
    const std::string thread = "threadIdx" + d;
    for (const std::string& product :
         {"blockIdx" + d + "*blockDim" + d, "blockDim" + d + "*blockIdx" + d}) {
      for (const std::string& first : {product, "(" + product + ")"}) {
        if (text == first + "+" + thread || text == thread + "+" + first) return true;
      }
    }
  }
  return false;
}

// The type that a number is declared with.
bool has_wide_type(const Source& source, Index name) {
  const Index begin = statement_begin(source, name);
  Index behind = begin;
  while (!source.is_op(behind + 1, '=')) ++behind;
  return is_wide_type(source, {begin, behind});
}

// `i < n`, where i is the number of a thread and n the same for all; where threads end, `i >= n`.
bool is_ordered(const Source& source, Range part, bool ends, const std::vector<Number>& numbers) {
  if (part.begin + 2 >= part.end) return false;
  const std::string_view comparison = source.text(part.begin + 1);
  if (ends ? comparison != ">=" && comparison != ">" : comparison != "<" && comparison != "<=") {
    return false;
  }
  const auto is = [&](Index token) {
    return [&source, token](const Number& number) {
      return source.word_at(number.name) == source.word_at(token);
    };
  };
  const auto number = std::find_if(numbers.begin(), numbers.end(), is(part.begin));
  if (number == numbers.end() || !has_wide_type(source, number->name)) return false;
  if (!is_number_of_thread(source, number->value)) return false;
  for (Index at = part.begin + 2; at < part.end; ++at) {
    const bool own = source.is(at, word::kThreadIdx) || source.is(at, word::kBlockIdx) ||
                     (source.is_word(at) && std::any_of(numbers.begin(), numbers.end(), is(at)));
    const std::string_view text = source.text(at);
    const bool sum = source.token(at).kind != TokenKind::kPunctuator || text == "." ||
                     text == "(" || text == ")" || text == "+" || text == "-" || text == "*" ||
                     text == "/";
    if (own || !sum) return false;
  }
  return true;
}

// All parts of `a && b`; where threads end, of `a || b`.
bool all_ordered(const Source& source, Range condition, bool ends,
                 const std::vector<Number>& numbers) {
  Index begin = condition.begin;
  for (Index at = begin; at <= condition.end; ++at) {
    if (at != condition.end && source.text(at) != (ends ? "||" : "&&")) continue;
    if (!is_ordered(source, {begin, at}, ends, numbers)) return false;
    begin = at + 1;
  }
  return true;
}

}  // namespace

std::optional<Guard> find_guard(const Source& source, Index body) {
  const Index close = source.partner(body);
  std::vector<Number> numbers;
  const Index at = behind_numbers(source, {body + 1, close}, &numbers);
  if (!source.is(at, word::kIf) || !source.is_op(at + 1, '(')) return std::nullopt;
  const Index behind = source.partner(at + 1);
  if (behind == kNone || !is_plain(source, {at + 2, behind})) return std::nullopt;
  const int kind = statement_kind(source, behind + 1, close);
  if (kind < 0) return std::nullopt;
  const Range condition = {at + 2, behind};
  std::string declared;
  std::string asked;
  if (!repeat_numbers(source, {body + 1, at}, numbers, &declared) ||
      !on_one_line(source, condition, &asked)) {
    return std::nullopt;
  }
  return Guard{condition, kind == 1, all_ordered(source, condition, kind == 1, numbers),
               declared + (kind == 1 ? " return !(" : " return (") + asked + ");"};
}

}  // namespace musasim::mcc
