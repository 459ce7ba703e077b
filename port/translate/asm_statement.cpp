// Parsing of asm statements.
#include "asm_statement.h"

#include <algorithm>

#include "asm_texts.h"
#include "context.h"
#include "words.h"

namespace torchada::port {

namespace {

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

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// One piece of the template between `;`, newlines and braces; nothing for a declaration (.reg), a
// label, or nothing.
std::optional<AsmInstruction> instruction_in(std::string_view piece) {
  piece = trimmed(piece);
  const std::size_t comment = piece.find("//");
  if (comment != std::string_view::npos) piece = trimmed(piece.substr(0, comment));
  AsmInstruction instruction;
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
  Parser(const Token& keyword, Lexer* lexer, MacroTexts* macros = nullptr,
         AsmBranch branch = AsmBranch::kAll)
      : keyword_(keyword),
        lexer_(lexer),
        macros_(macros),
        branch_(branch),
        last_end_(keyword.end) {}

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
    if (!open_.empty() || (statement_.has_directive && texts_.empty()))
      statement_.is_literal = false;
    statement_.is_fixed = statement_.is_literal && texts_.empty();
    if (texts_.size() > 1) statement_.texts = std::move(texts_);
    if (at_colon() && parse_plain_sections()) return std::move(statement_);
    for (int section = 0; at_colon(); ++section) {
      const bool twice = token_.is_op(op::kScope);
      advance();
      if (twice) ++section;
      parse_section(section);
    }
    if (!token_.is_op(')')) return std::nullopt;
    if (is_in_if_) statement_.is_literal = false;
    statement_.range = {keyword_.begin, static_cast<std::size_t>(token_.end - keyword_.begin)};
    return std::move(statement_);
  }

 private:
  // An #if between the strings of a template is passed over: what both branches say is read.
  bool advance() {
    if (!next_code(lexer_, &token_)) return false;
    while (token_.is(TokenKind::kHash) && keyword_.directive == Directive::kNone) {
      if (next_code(lexer_, &token_) && !token_.is(TokenKind::kNewline)) {
        if (branch_ == AsmBranch::kAll) {
          pass_directive(token_.directive);
        } else if (!take_branch(token_.directive)) {
          statement_.is_literal = false;
        }
      }
      while (!token_.is(TokenKind::kNewline) && next_code(lexer_, &token_)) {
      }
      if (!next_code(lexer_, &token_)) return false;
    }
    return !token_.is(TokenKind::kNewline);
  }

  // Texts of the branches of an #if; the last one may lack an #else.
  struct Branches {
    PossibleTexts before;
    PossibleTexts done;
    bool has_else = false;
  };

  static bool is_if(Directive directive) {
    return directive == Directive::kIf || directive == Directive::kIfdef ||
           directive == Directive::kIfndef;
  }

  // Passes over the branches that are not read. False where that is not known: of several #if, the branches may be
  // mixed; one that is only in part in the statement has another part of it elsewhere.
  bool take_branch(Directive directive) {
    if (is_if(directive)) {
      if (++ifs_ > 1) return false;
      is_in_if_ = true;
      return branch_ == AsmBranch::kFirst || pass_to(Directive::kElse) == Directive::kElse;
    }
    if (!is_in_if_) return false;
    const bool is_branch = directive >= Directive::kElif && directive <= Directive::kElse;
    is_in_if_ = false;
    return directive == Directive::kEndif ||
           (is_branch && pass_to(Directive::kEndif) == Directive::kEndif);
  }

  // To the directive, or to #endif, of the #if that was read last; which of them it is.
  Directive pass_to(Directive wanted) {
    for (int depth = 0; next_code(lexer_, &token_);) {
      if (!token_.is(TokenKind::kHash) || !next_code(lexer_, &token_)) continue;
      const Directive directive = token_.directive;
      if (is_if(directive)) {
        ++depth;
        statement_.is_literal = false;
      }
      const bool is_branch = directive >= Directive::kElif && directive <= Directive::kElse;
      if (depth == 0 &&
          (directive == Directive::kEndif || (is_branch && wanted != Directive::kEndif)))
        return directive;
      if (directive == Directive::kEndif) --depth;
    }
    return Directive::kNone;
  }

  void pass_directive(Directive directive) {
    statement_.has_directive = true;
    if (!in_template_) {
      statement_.is_literal = false;
      return;
    }
    if (texts_.empty() && !is_unknown_) texts_ = {statement_.text};
    if (is_if(directive)) {
      open_.push_back({texts_, {}, false});
    } else if (open_.empty() || directive < Directive::kElif || directive > Directive::kEndif) {
      forget_texts();
    } else {
      next_branch(directive);
    }
  }

  void next_branch(Directive directive) {
    Branches& branches = open_.back();
    branches.done.insert(branches.done.end(), texts_.begin(), texts_.end());
    texts_ = branches.before;
    if (directive == Directive::kElse) branches.has_else = true;
    if (directive != Directive::kEndif) return;
    if (branches.has_else) texts_.clear();
    texts_.insert(texts_.end(), branches.done.begin(), branches.done.end());
    texts_ = joined(texts_, {""});
    if (texts_.empty()) forget_texts();
    open_.pop_back();
  }

  // They cannot be told.
  void forget_texts() {
    texts_.clear();
    is_unknown_ = true;
    statement_.is_literal = false;
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
    in_template_ = true;
    int depth = 0;
    while (!at_end_of_item() && !at_keyword()) {
      if (depth == 0 && (at_colon() || token_.is_op(')'))) break;
      if (token_.is_op('(')) ++depth;
      if (token_.is_op(')')) --depth;
      last_end_ = token_.end;
      if (!take_text()) advance();
    }
    in_template_ = false;
    if (texts_.size() == 1) statement_.text = texts_[0];
  }

  // A part of the template; true where the token behind it has been read, too.
  bool take_text() {
    if (token_.is(TokenKind::kString) || token_.is(TokenKind::kRawString)) {
      const bool is_raw = token_.is(TokenKind::kRawString);
      append_unescaped(token_.text(), is_raw, &statement_.text);
      for (std::string& one : texts_) append_unescaped(token_.text(), is_raw, &one);
      return false;
    }
    if (macros_ == nullptr || is_unknown_ || !token_.is(TokenKind::kIdentifier) ||
        is_parameter(token_.text())) {
      forget_texts();
      return false;
    }
    const std::string_view name = token_.text();
    std::vector<std::string_view> arguments;
    const bool is_call = macros_->takes_arguments(name);
    if (is_call) {
      if (!advance() || !token_.is_op('(')) {
        forget_texts();
        return true;
      }
      arguments = parse_arguments();
      if (std::any_of(arguments.begin(), arguments.end(),
                      [this](std::string_view one) { return names_parameter(one); })) {
        forget_texts();
        return true;
      }
    }
    texts_ = joined(texts_.empty() ? PossibleTexts{statement_.text} : texts_,
                    macros_->expand(name, arguments, keyword_.begin));
    if (texts_.empty()) forget_texts();
    return is_call;
  }

  // From the parenthesis to the token behind its partner.
  std::vector<std::string_view> parse_arguments() {
    std::vector<std::string_view> found;
    advance();
    const char* begin = token_.begin;
    // A `;` may be a part of the text.
    for (int depth = 0; (!at_end_of_item() || token_.is_op(';')) && !at_keyword(); advance()) {
      if (depth == 0 && (token_.is_op(',') || token_.is_op(')'))) {
        found.emplace_back(begin, static_cast<std::size_t>(token_.begin - begin));
        begin = token_.end;
      }
      last_end_ = token_.end;
      if (token_.is_op('(')) ++depth;
      if (token_.is_op(')') && depth-- == 0) break;
    }
    advance();
    return found;
  }

  // Whether the name is a parameter of the macro whose body the statement is in.
  bool is_parameter(std::string_view name) {
    if (keyword_.directive != Directive::kDefine) return false;
    const std::string_view head = macros_->head_of(keyword_.begin);
    Lexer lexer(head);
    Token token;
    bool found = false;
    while (next_code(&lexer, &token)) {
      if (token.is(TokenKind::kIdentifier) && token.text() == name) found = true;
      if (token.is_op(')')) break;
    }
    return found;
  }

  // Such an argument is another one at each use of the macro.
  bool names_parameter(std::string_view argument) {
    if (keyword_.directive != Directive::kDefine) return false;
    Lexer lexer(argument);
    for (Token token; next_code(&lexer, &token);) {
      if (token.is(TokenKind::kIdentifier) && is_parameter(token.text())) return true;
    }
    return false;
  }

  // Operands as most are written, "=r"(a[1]), and clobbers: read without tokens, because some statements have
  // hundreds. False, and nothing read, where anything else stands there.
  bool parse_plain_sections() {
    const std::string_view rest = lexer_->rest();
    const char* const end = rest.data() + rest.size();
    int section = token_.is_op(op::kScope) ? 1 : 0;
    for (const char* at = skip_spaces(rest.data(), end); at != nullptr && at != end;
         at = skip_spaces(at, end)) {
      if (*at == ')') {
        statement_.range = {keyword_.begin, static_cast<std::size_t>(at + 1 - keyword_.begin)};
        return true;
      }
      if (*at == ':') ++section;
      if (*at == '"' && section <= 2) {
        at = parse_plain_item(at, end, section);
        if (at == nullptr) break;
      } else if (*at == ',' || *at == ':') {
        ++at;
      } else {
        break;
      }
    }
    statement_.outputs.clear();
    statement_.inputs.clear();
    statement_.clobbers.clear();
    return false;
  }

  // The text behind the item, or null.
  const char* parse_plain_item(const char* quote, const char* end, int section) {
    const char* at = quote + 1;
    while (at != end && *at != '"' && *at != '\\' && *at != '\n') ++at;
    if (at == end || *at != '"') return nullptr;
    const std::string_view text(quote + 1, static_cast<std::size_t>(at - quote - 1));
    at = skip_spaces(at + 1, end);
    if (section == 2) {
      if (!is_clobber(text)) return nullptr;
      statement_.clobbers.push_back(text);
      return at;
    }
    const char* const close = end_of_plain_expression(at, end);
    if (close == nullptr) return nullptr;
    auto& operands = section == 0 ? statement_.outputs : statement_.inputs;
    operands.push_back({{}, text, {at, static_cast<std::size_t>(close - at)}});
    return close;
  }

  void parse_section(int section) {
    while (!at_end_of_item() && !at_keyword() && !at_colon() && !token_.is_op(')')) {
      if (section <= 1) {
        parse_operand(section == 0 ? &statement_.outputs : &statement_.inputs);
      } else {
        if (token_.is(TokenKind::kString)) statement_.clobbers.push_back(inside(token_));
        if (token_.is(TokenKind::kString) && !is_clobber(inside(token_)))
          statement_.is_literal = false;
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
  MacroTexts* macros_;
  const AsmBranch branch_;
  unsigned ifs_ = 0;  // that were met where one branch is read
  bool is_in_if_ = false;
  Token token_;
  bool in_template_ = false;
  bool is_unknown_ = false;
  PossibleTexts texts_;  // the whole template so far, as soon as it is more than strings
  std::vector<Branches> open_;
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
                          const std::function<bool(const AsmInstruction&)>& function) {
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

std::optional<AsmStatement> parse_asm(const Token& keyword, const Lexer& lexer, MacroTexts* macros,
                                      AsmBranch branch) {
  Lexer ahead = lexer;
  return Parser(keyword, &ahead, macros, branch).parse();
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
