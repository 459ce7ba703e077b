// Reads constraints.
#include "constraint.h"

namespace torchada::ptx {

namespace {

bool is_mark(char c) { return c == '=' || c == '+' || c == '&' || c == '%'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Empty for a letter that PTX does not have.
std::string_view type_of(char letter) {
  switch (letter) {
    case 'h': return "_b16";
    case 'r':
    case 'n': return "_b32";
    case 'l': return "_b64";
    case 'f': return "_f32";
    case 'd': return "_f64";
    case 'q': return "_b128";
    case 'b': return "_b32";
    default: return {};
  }
}

}  // namespace

Constraint read_constraint(std::string_view text) {
  Constraint constraint;
  for (; !text.empty() && is_mark(text[0]); text.remove_prefix(1))
    constraint.is_written = constraint.is_written || text[0] == '=' || text[0] == '+';
  if (text.empty()) return constraint;
  if (is_digit(text[0])) {
    constraint.output = 0;
    for (; !text.empty() && is_digit(text[0]) && constraint.output < 100; text.remove_prefix(1))
      constraint.output = constraint.output * 10 + static_cast<std::size_t>(text[0] - '0');
    constraint.is_known = text.empty();
    return constraint;
  }
  constraint.is_known = true;
  for (const char letter : text) {
    constraint.type = type_of(letter);
    if (constraint.type.empty()) constraint.is_known = false;
  }
  return constraint;
}

}  // namespace torchada::ptx
