// Reads what is around an asm statement.
#include "asm_place.h"

#include <algorithm>

#include "words.h"

namespace torchada::port {

namespace {

bool says_device(std::string_view head) {
  Lexer lexer(head);
  for (Token token; next_code(&lexer, &token);) {
    if (!token.is(TokenKind::kIdentifier)) continue;
    const std::string_view word = token.text();
    if (word == "__device__" || word == "__global__" || is_macro_name(word)) return true;
  }
  return false;
}

// The place of the brace that the one at `close` closes, where no statement is between; else nothing.
std::size_t opening_of_initializer(std::string_view text, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t at = close + 1; at-- > 0 && text[at] != ';';) {
    if (text[at] == '}') ++depth;
    if (text[at] == '{' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// A head with what is before braces in it: f(int a = {}), f() : a_{1}.
std::string_view whole_head(std::string_view text, std::string_view head) {
  auto begin = static_cast<std::size_t>(head.data() - text.data());
  const std::size_t end = begin + head.size();
  while (true) {
    const std::size_t last = text.substr(0, begin).find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || text[last] != '}') break;
    const std::size_t open = opening_of_initializer(text, last);
    if (open == std::string_view::npos) break;
    begin = text.substr(0, open).find_last_of(";{}") + 1;
  }
  return text.substr(begin, end - begin);
}

// `name : 3;` in the text, or `: 3,`, behind a type or another one.
bool is_bit_field_at(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::string_view kOthers[] = {"case", "default", "goto", "return"};
  if (at > 0 && is_word_character(text[at - 1])) return false;
  const char* const end = text.data() + text.size();
  const char* next = skip_spaces(text.data() + at + size, end);
  if (next == end || *next != ':' || next + 1 == end || next[1] == ':') return false;
  next = skip_spaces(next + 1, end);
  const bool is_number = next != end && *next >= '0' && *next <= '9';
  const char* const width = next;
  while (next != end && is_word_character(*next)) ++next;
  if (next == width) return false;
  next = skip_spaces(next, end);
  if (next == end || (*next != ';' && *next != ',' && *next != '=')) return false;
  const std::string_view before = word_before(text, at);
  if (!before.empty()) return !is_one_of(kOthers, before);
  std::size_t last = at;
  while (last > 0 && is_space(text[last - 1])) --last;
  return is_number && last > 0 && text[last - 1] == ',';
}

bool declares_bit_field(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
    if (is_bit_field_at(text, at, name.size())) return true;
  return false;
}

// `name` of (s.name) and (p->name); empty for other expressions.
std::string_view member_of(std::string_view expression) {
  std::size_t end = expression.size();
  while (end > 0 && (is_space(expression[end - 1]) || expression[end - 1] == ')')) --end;
  const std::string_view name = word_before(expression, end);
  if (name.empty()) return name;
  const char* const begin = name.data();
  if (begin - expression.data() < 2) return {};
  const bool is_member = begin[-1] == '.' || (begin[-1] == '>' && begin[-2] == '-');
  return is_member ? name : std::string_view();
}

}  // namespace

bool is_in_host_function(Context* context, const Token& keyword) {
  if (keyword.directive != Directive::kNone) return false;
  context->scopes.read_to(keyword.begin);
  const std::vector<std::string_view> heads = context->scopes.function_heads();
  return !heads.empty() && std::none_of(heads.begin(), heads.end(), [&](std::string_view head) {
    return says_device(whole_head(context->text, head));
  });
}

std::string_view bit_field_of(Context* context, const AsmStatement& statement) {
  for (const AsmOperand& output : statement.outputs) {
    const std::string_view name = member_of(output.expression);
    if (name.empty()) continue;
    const auto [found, is_new] = context->bit_fields.try_emplace(name, false);
    if (is_new) found->second = declares_bit_field(context->text, name);
    if (found->second) return name;
  }
  return {};
}

}  // namespace torchada::port
