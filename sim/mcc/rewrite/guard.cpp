// Finds what can be asked before a kernel's body runs: declarations of numbers, then a condition.
#include "mcc/rewrite/guard.h"

#include "mcc/rewrite/plain.h"

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
  return Guard{condition, kind == 1,
               declared + (kind == 1 ? " return !(" : " return (") + asked + ");"};
}

}  // namespace musasim::mcc
