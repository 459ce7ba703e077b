// A parser of preprocessor conditions by precedence, and three-valued evaluation.
#include "condition.h"

namespace torchada::port {

using lexer::Directive;
using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

namespace {

// Deeper nesting is no code that people write, and would cost stack.
constexpr int kDeepestCondition = 64;
constexpr std::size_t kMostTokens = 4096;

constexpr std::uint8_t code(char c) { return static_cast<std::uint8_t>(c); }

// Loosest first; what is not here (shifts, ?:) makes the value unknown.
int level_of(std::uint8_t value) {
  switch (value) {
    case op::kOrOr: return 1;
    case op::kAndAnd: return 2;
    case op::kEqual:
    case op::kNotEqual: return 3;
    case code('<'):
    case code('>'):
    case op::kLessEqual:
    case op::kGreaterEqual: return 4;
    case code('+'):
    case code('-'): return 5;
    case code('*'):
    case code('/'):
    case code('%'): return 6;
    default: return 0;
  }
}

constexpr int kTightest = 6;

std::optional<std::int64_t> compute(std::uint8_t operation, std::int64_t a, std::int64_t b) {
  switch (operation) {
    case op::kEqual: return a == b;
    case op::kNotEqual: return a != b;
    case code('<'): return a < b;
    case code('>'): return a > b;
    case op::kLessEqual: return a <= b;
    case op::kGreaterEqual: return a >= b;
    default: break;
  }
  std::int64_t result = 0;
  bool overflow = false;
  switch (operation) {
    case code('+'): overflow = __builtin_add_overflow(a, b, &result); break;
    case code('-'): overflow = __builtin_sub_overflow(a, b, &result); break;
    case code('*'): overflow = __builtin_mul_overflow(a, b, &result); break;
    case code('/'):
    case code('%'):
      // Division by 0 is an error, and one by -1 may overflow.
      if (b == 0 || b == -1) return std::nullopt;
      return operation == code('/') ? a / b : a % b;
    default: return std::nullopt;
  }
  if (overflow) return std::nullopt;
  return result;
}

}  // namespace

std::optional<std::int64_t> integer_of(std::string_view literal) {
  while (!literal.empty()) {
    const char last = static_cast<char>(literal.back() | 0x20);
    if (last != 'l' && last != 'u') break;
    literal.remove_suffix(1);
  }
  int base = 10;
  if (literal.size() > 2 && literal[0] == '0' && (literal[1] | 0x20) == 'x') {
    base = 16;
    literal.remove_prefix(2);
  }
  if (literal.empty() || literal.size() > 15) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : literal) {
    if (c == '\'') continue;
    int digit = -1;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f') digit = (c | 0x20) - 'a' + 10;
    if (digit < 0) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

Condition::Condition(Directive directive, const std::vector<Token>& tokens) : tokens_(tokens) {
  const bool negated = directive == Directive::kIfndef || directive == Directive::kElifndef;
  if (negated || directive == Directive::kIfdef || directive == Directive::kElifdef) {
    if (tokens.empty()) return;
    Node name;
    name.kind = Node::Kind::kDefined;
    name.name = tokens[0].text();
    root_ = add(name);
    if (negated) {
      Node no;
      no.kind = Node::Kind::kNot;
      no.left = root_;
      root_ = add(no);
    }
    return;
  }
  if (tokens.size() > kMostTokens) return;
  root_ = parse_binary(1);
  if (at_ != tokens_.size()) root_ = -1;
}

int Condition::add(const Node& node) {
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

bool Condition::at_op(std::uint8_t wanted) const {
  return at_ < tokens_.size() && tokens_[at_].is_op(wanted);
}

bool Condition::take(std::uint8_t wanted) {
  if (!at_op(wanted)) return false;
  ++at_;
  return true;
}

int Condition::parse_binary(int level) {
  if (level > kTightest) return parse_unary();
  int left = parse_binary(level + 1);
  while (at_ < tokens_.size() && level_of(tokens_[at_].op) == level) {
    Node node;
    node.kind = Node::Kind::kBinary;
    node.op = tokens_[at_++].op;
    node.left = left;
    node.right = parse_binary(level + 1);
    left = add(node);
  }
  return left;
}

int Condition::parse_unary() {
  if (depth_ >= kDeepestCondition) return parse_primary();
  if (take(code('!'))) {
    ++depth_;
    Node node;
    node.kind = Node::Kind::kNot;
    node.left = parse_unary();
    --depth_;
    return add(node);
  }
  return parse_primary();
}

int Condition::parse_defined() {
  Node node;
  const bool parenthesis = take(code('('));
  if (at_ < tokens_.size() && tokens_[at_].is(TokenKind::kIdentifier)) {
    node.kind = Node::Kind::kDefined;
    node.name = tokens_[at_++].text();
  }
  if (parenthesis) take(code(')'));
  return add(node);
}

int Condition::parse_primary() {
  Node node;
  if (at_ == tokens_.size()) return add(node);
  if (depth_ < kDeepestCondition && take(code('('))) {
    ++depth_;
    const int inner = parse_binary(1);
    --depth_;
    return take(code(')')) ? inner : add(node);
  }
  const Token& token = tokens_[at_++];
  if (token.is(TokenKind::kNumber)) {
    const auto value = integer_of(token.text());
    node.kind = value ? Node::Kind::kNumber : Node::Kind::kOther;
    node.value = value.value_or(0);
  } else if (token.is(TokenKind::kIdentifier)) {
    if (token.text() == "defined") return parse_defined();
    // A macro with arguments is not known; its parentheses are left over, and so is the whole.
    node.kind = at_op(code('(')) ? Node::Kind::kOther : Node::Kind::kName;
    node.name = token.text();
  }
  return add(node);
}

std::optional<std::int64_t> Condition::evaluate(const Macros& macros) const {
  return value_of(root_, macros);
}

std::optional<std::int64_t> Condition::value_of(int index, const Macros& macros) const {
  if (index < 0) return std::nullopt;
  const Node& node = nodes_[static_cast<std::size_t>(index)];
  switch (node.kind) {
    case Node::Kind::kNumber: return node.value;
    case Node::Kind::kName: {
      const auto macro = macros(node.name);
      if (!macro) return std::nullopt;
      return macro->defined ? macro->value : 0;
    }
    case Node::Kind::kDefined: {
      const auto macro = macros(node.name);
      if (!macro) return std::nullopt;
      return macro->defined ? 1 : 0;
    }
    case Node::Kind::kNot: {
      const auto value = value_of(node.left, macros);
      if (!value) return std::nullopt;
      return *value == 0;
    }
    case Node::Kind::kBinary: return value_of_binary(node, macros);
    case Node::Kind::kOther: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Condition::value_of_binary(const Node& node,
                                                       const Macros& macros) const {
  const auto left = value_of(node.left, macros);
  const auto right = value_of(node.right, macros);
  if (node.op == op::kAndAnd) {
    if ((left && *left == 0) || (right && *right == 0)) return 0;
    if (left && right) return 1;
    return std::nullopt;
  }
  if (node.op == op::kOrOr) {
    if ((left && *left != 0) || (right && *right != 0)) return 1;
    if (left && right) return 0;
    return std::nullopt;
  }
  if (!left || !right) return std::nullopt;
  return compute(node.op, *left, *right);
}

}  // namespace torchada::port
