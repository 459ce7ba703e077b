// Reads asm statements.
#include "mcc/rewrite/asm_statement.h"

#include <algorithm>

#include "mcc/rewrite/declaration.h"

namespace musasim::mcc {

namespace {

bool is_string(const Source& source, Index at) {
  if (at >= source.size()) return false;
  const TokenKind kind = source.token(at).kind;
  return kind == TokenKind::kString || kind == TokenKind::kRawString;
}

// The text that the literal stands for.
std::string value_of(const Source& source, Index at) {
  const std::string_view literal = source.text(at);
  if (source.token(at).kind == TokenKind::kRawString) {
    const std::size_t open = literal.find('(');
    return std::string(literal.substr(open + 1, literal.rfind(')') - open - 1));
  }
  std::string value;
  for (std::size_t i = literal.find('"') + 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      value += literal[i];
      continue;
    }
    const char c = literal[++i];
    value += c == 'n' || c == 't' || c == 'r' ? ' ' : c;
    if (c == 'n') value.back() = '\n';
  }
  return value;
}

// The tokens between two brackets, in one line.
std::string one_line(const Source& source, Index open, Index close) {
  std::string line;
  for (Index at = open + 1; at < close; ++at) {
    const bool apart = at > open + 1 && source.token(at - 1).end != source.token(at).begin;
    if (apart) line += ' ';
    line += source.text(at);
  }
  return line;
}

// [name] "constraint" (expression); the token behind it, or kNone.
Index read_operand(const Source& source, Index at, AsmOperand* operand) {
  if (source.is_op(at, '[') && source.is_word(at + 1)) {
    operand->name = source.text(at + 1);
    at = source.partner(at);
    if (at == kNone) return kNone;
    ++at;
  }
  for (; is_string(source, at); ++at) operand->constraint += value_of(source, at);
  const Index close = source.is_op(at, '(') ? source.partner(at) : kNone;
  if (close == kNone) return kNone;
  operand->expression = one_line(source, at, close);
  return close + 1;
}

}  // namespace

std::optional<AsmStatement> read_asm_statement(const Source& source, Index keyword) {
  Index at = keyword + 1;
  AsmStatement statement;
  while (source.is_word(at)) ++at;  // volatile, goto, inline
  statement.close = source.partner(at);
  if (!source.is_op(at, '(') || statement.close == kNone) return std::nullopt;
  if (!source.is_op(statement.close + 1, ';') || !is_string(source, at + 1)) return std::nullopt;
  for (++at; is_string(source, at); ++at) statement.text += value_of(source, at);
  for (int colons = 0; at < statement.close;) {
    if (colons >= 3) {
      if (is_string(source, at) && value_of(source, at) == "memory")
        statement.clobbers_memory = true;
      ++at;
    } else if (source.is_op(at, ':') || source.is_op(at, op::kScope)) {
      colons += source.is_op(at, ':') ? 1 : 2;
      ++at;
    } else if (source.is_op(at, ',')) {
      ++at;
    } else {
      AsmOperand operand;
      operand.is_output = colons == 1;
      at = read_operand(source, at, &operand);
      if (at == kNone) return std::nullopt;
      statement.operands.push_back(std::move(operand));
    }
  }
  return statement;
}

bool in_device_code(const Source& source, const Scopes& scopes, Index token) {
  for (Index number = scopes.around(token); number != kNone; number = scopes[number].outer) {
    const ScopeKind kind = scopes.kind(number);
    if (kind != ScopeKind::kFunction && kind != ScopeKind::kLambda) continue;
    const Index open = scopes[number].open;
    for (Index at = statement_begin(source, open); at < open; ++at) {
      if (source.is(at, word::kDevice) || source.is(at, word::kGlobal)) return true;
    }
  }
  return false;
}

void replace_statement(const Source& source, Index keyword, Index close, std::string code,
                       Edits* edits) {
  const std::uint32_t begin = source.token(keyword).begin;
  const std::uint32_t end = source.token(close).end;
  const std::string_view old = source.text(begin, end);
  code.append(static_cast<std::size_t>(std::count(old.begin(), old.end(), '\n')), '\n');
  edits->replace(begin, end, std::move(code));
}

}  // namespace musasim::mcc
