// Reads asm statements.
#include "mcc/rewrite/asm_statement.h"

namespace musasim::mcc {

namespace {

bool is_string(const Source& source, Index at) {
  if (at >= source.size()) return false;
  const TokenKind kind = source.token(at).kind;
  return kind == TokenKind::kString || kind == TokenKind::kRawString;
}

// What the literal stands for.
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

// Of the tokens between two brackets, in one line.
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
  while (is_string(source, at)) ++at;
  const Index close = source.is_op(at, '(') ? source.partner(at) : kNone;
  if (close == kNone) return kNone;
  operand->expression = one_line(source, at, close);
  return close + 1;
}

}  // namespace

std::optional<AsmStatement> read_asm_statement(const Source& source, Index keyword) {
  Index at = keyword + 1;
  while (source.is_word(at)) ++at;  // volatile, goto, inline
  AsmStatement statement;
  statement.close = source.partner(at);
  if (!source.is_op(at, '(') || statement.close == kNone) return std::nullopt;
  if (!source.is_op(statement.close + 1, ';') || !is_string(source, at + 1)) return std::nullopt;
  for (++at; is_string(source, at); ++at) statement.text += value_of(source, at);
  // Outputs and inputs; what follows them are clobbers.
  for (int colons = 0; at < statement.close && colons < 3;) {
    if (source.is_op(at, ':') || source.is_op(at, op::kScope)) {
      colons += source.is_op(at, ':') ? 1 : 2;
      ++at;
    } else if (source.is_op(at, ',')) {
      ++at;
    } else {
      AsmOperand operand;
      at = read_operand(source, at, &operand);
      if (at == kNone) return std::nullopt;
      statement.operands.push_back(std::move(operand));
    }
  }
  return statement;
}

}  // namespace musasim::mcc
