// Parsing of asm statements.
#include "asm_statement.h"

#include <algorithm>

#include "context.h"
#include "words.h"

namespace torchada::port {

namespace {

using lexer::Lexer;
using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

struct Ptx {
  std::string_view begin;
  std::string_view text;
};

constexpr Ptx kPtx[] = {
#define PTX(begin, text) {begin, text},
#include "ptx.def"
#undef PTX
};

std::string_view inside(const Token& literal) {
  const std::string_view text = literal.text();
  const bool raw = literal.is(TokenKind::kRawString);
  const std::size_t open = text.find(raw ? '(' : '"');
  const std::size_t close = text.rfind(raw ? ')' : '"');
  if (open == std::string_view::npos || close <= open) return text.substr(text.size());
  return text.substr(open + 1, close - open - 1);
}

// Only what matters to where an instruction ends: \n, \t and line splices.
void append_unescaped(const Token& literal, std::string* text) {
  const std::string_view content = inside(literal);
  if (literal.is(TokenKind::kRawString)) {
    text->append(content);
    return;
  }
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t escape = std::min(content.find('\\', at), content.size());
    text->append(content.substr(at, escape - at));
    at = escape + 2;
    if (escape + 1 >= content.size()) return;
    const char next = content[escape + 1];
    if (next == 'n') text->push_back('\n');
    if (next == 't') text->push_back(' ');
    if (next != 'n' && next != 't' && next != '\n' && next != '\r') text->push_back(next);
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// One piece of the template between `;`, newlines and braces; nothing for a declaration (.reg), a
// label, or nothing.
std::optional<AsmInstructionText> instruction_in(std::string_view piece) {
  piece = trimmed(piece);
  const std::size_t comment = piece.find("//");
  if (comment != std::string_view::npos) piece = trimmed(piece.substr(0, comment));
  AsmInstructionText instruction;
  if (!piece.empty() && piece.front() == '@') {
    const std::size_t end = std::min(piece.find_first_of(" \t"), piece.size());
    instruction.predicate = piece.substr(0, end);
    piece = trimmed(piece.substr(end));
  }
  if (piece.empty() || piece.front() == '.' || piece.back() == ':') return std::nullopt;
  const std::size_t end = std::min(piece.find_first_of(" \t"), piece.size());
  instruction.opcode = piece.substr(0, end);
  instruction.operands = trimmed(piece.substr(end));
  return instruction;
}

class Parser {
 public:
  Parser(const Token& keyword, Lexer* lexer)
      : keyword_(keyword), lexer_(lexer), last_end_(keyword.end) {}

  std::optional<AsmStatement> parse_only_template() {
    if (!parse_head()) return std::nullopt;
    parse_template();
    if (!at_colon() && !token_.is_op(')')) return std::nullopt;
    statement_.range = {keyword_.begin, static_cast<std::size_t>(last_end_ - keyword_.begin)};
    return std::move(statement_);
  }

  std::optional<AsmStatement> parse() {
    if (!parse_head()) return std::nullopt;
    parse_template();
    for (int section = 0; at_colon(); ++section) {
      const bool twice = token_.is_op(op::kScope);
      advance();
      if (twice) ++section;
      parse_section(section);
    }
    if (!token_.is_op(')')) return std::nullopt;
    statement_.range = {keyword_.begin, static_cast<std::size_t>(token_.end - keyword_.begin)};
    for_each_instruction(statement_.text, [this](const AsmInstructionText& found) {
      statement_.instructions.push_back(
          {std::string(found.predicate), std::string(found.opcode), std::string(found.operands)});
      return true;
    });
    return std::move(statement_);
  }

 private:
  // An #if between the strings of a template is passed over: what both branches say is read.
  bool advance() {
    if (!next_code(lexer_, &token_)) return false;
    while (token_.is(TokenKind::kHash) && keyword_.directive == lexer::Directive::kNone) {
      while (next_code(lexer_, &token_) && !token_.is(TokenKind::kNewline)) {
      }
      if (!next_code(lexer_, &token_)) return false;
    }
    return !token_.is(TokenKind::kNewline);
  }

  bool at_colon() const { return token_.is_op(':') || token_.is_op(op::kScope); }

  bool at_end_of_item() const {
    return token_.is(TokenKind::kEnd) || token_.is(TokenKind::kNewline) || token_.is_op(';');
  }

  // Inside of a statement it stands only where the statement has no end; time stays linear.
  bool at_keyword() const {
    return token_.is(TokenKind::kIdentifier) && token_.text() == keyword_.text();
  }

  bool parse_head() {
    while (advance() && token_.is(TokenKind::kIdentifier)) {
      const std::string_view word = token_.text();
      if (word == "volatile" || word == "__volatile__" || word == "__volatile") {
        statement_.is_volatile = true;
      } else if (word == "goto") {
        statement_.is_goto = true;
      } else if (word != "inline" && word != "__inline__") {
        return false;
      }
    }
    return token_.is_op('(') && advance();
  }

  void parse_template() {
    int depth = 0;
    while (!at_end_of_item() && !at_keyword()) {
      if (depth == 0 && (at_colon() || token_.is_op(')'))) return;
      if (token_.is(TokenKind::kString) || token_.is(TokenKind::kRawString)) {
        append_unescaped(token_, &statement_.text);
      } else {
        statement_.is_literal = false;
      }
      if (token_.is_op('(')) ++depth;
      if (token_.is_op(')')) --depth;
      last_end_ = token_.end;
      advance();
    }
  }

  void parse_section(int section) {
    while (!at_end_of_item() && !at_keyword() && !at_colon() && !token_.is_op(')')) {
      if (section <= 1) {
        parse_operand(section == 0 ? &statement_.outputs : &statement_.inputs);
      } else {
        if (token_.is(TokenKind::kString)) statement_.clobbers.push_back(inside(token_));
        if (token_.is(TokenKind::kIdentifier)) statement_.labels.push_back(token_.text());
        advance();
      }
      if (token_.is_op(',')) advance();
    }
  }

  // [name] "constraint" (expression), or a macro that stands for operands.
  void parse_operand(std::vector<AsmOperand>* operands) {
    AsmOperand operand;
    if (token_.is_op('[') && advance()) {
      operand.name = token_.text();
      advance();
      if (token_.is_op(']')) advance();
    }
    if (token_.is(TokenKind::kString)) {
      operand.constraint = inside(token_);
      advance();
    }
    const char* begin = token_.begin;
    const char* end = begin;
    for (int depth = 0; !at_end_of_item() && !at_keyword();) {
      if (depth == 0 && (token_.is_op(',') || at_colon() || token_.is_op(')'))) break;
      if (token_.is_op('(')) ++depth;
      if (token_.is_op(')')) --depth;
      end = token_.end;
      advance();
    }
    operand.expression = {begin, static_cast<std::size_t>(end - begin)};
    operands->push_back(operand);
  }

  const Token& keyword_;
  Lexer* lexer_;
  Token token_;
  const char* last_end_;  // of the template
  AsmStatement statement_;
};

// The first character that may end an instruction, or the end.
std::size_t find_end(std::string_view text, std::size_t from) {
  while (from < text.size() && text[from] != ';' && text[from] != '\n' && text[from] != '{' &&
         text[from] != '}') {
    ++from;
  }
  return from;
}

}  // namespace

// Braces open a scope where an instruction could begin, and vectors of operands elsewhere.
void for_each_instruction(std::string_view text,
                          const std::function<bool(const AsmInstructionText&)>& function) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t at = find_end(text, begin);
    while (at < text.size() && (text[at] == '{' || text[at] == '}') &&
           !trimmed(text.substr(begin, at - begin)).empty()) {
      at = find_end(text, at + 1);
    }
    const auto found = instruction_in(text.substr(begin, at - begin));
    if (found && !function(*found)) return;
    begin = at + 1;
  }
}

std::optional<AsmStatement> parse_asm(const Token& keyword, Lexer* lexer) {
  Lexer ahead = *lexer;
  auto statement = Parser(keyword, &ahead).parse();
  if (statement) *lexer = ahead;
  return statement;
}

std::optional<AsmStatement> parse_asm_template(const Token& keyword, const Lexer& lexer) {
  Lexer ahead = lexer;
  return Parser(keyword, &ahead).parse_only_template();
}

std::string_view describe_instruction(std::string_view opcode) {
  std::string_view found;
  std::size_t longest = 0;
  for (const Ptx& row : kPtx) {
    const bool begins = opcode.substr(0, row.begin.size()) == row.begin &&
                        (opcode.size() == row.begin.size() || opcode[row.begin.size()] == '.' ||
                         opcode[row.begin.size()] == '_' || opcode[row.begin.size()] == '%');
    if (begins && row.begin.size() > longest) {
      longest = row.begin.size();
      found = row.text;
    }
  }
  return found;
}

}  // namespace torchada::port
