// The condition of an #if: its tree, and what it says for given values of macros.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "torchada/lexer/token.h"

namespace torchada::port {

// The value that a macro is assumed to have: nullopt where nothing is known, 0 where `defined` is false.
struct MacroValue {
  bool defined = false;
  std::optional<std::int64_t> value;
};
using Macros = std::function<std::optional<MacroValue>(std::string_view name)>;

class Condition {
 public:
  // The tokens behind #if, #elif, #ifdef ..., which must outlive the condition.
  Condition(lexer::Directive directive, const std::vector<lexer::Token>& tokens);

  // The value, or nullopt where it depends on what is not known.
  std::optional<std::int64_t> evaluate(const Macros& macros) const;

 private:
  struct Node {
    enum class Kind : std::uint8_t { kNumber, kName, kDefined, kNot, kBinary, kOther };
    Kind kind = Kind::kOther;
    std::uint8_t op = 0;
    std::int64_t value = 0;
    std::string_view name;
    int left = -1;
    int right = -1;
  };

  int add(const Node& node);
  int parse_binary(int level);
  int parse_unary();
  int parse_defined();
  int parse_primary();
  bool at_op(std::uint8_t op) const;
  bool take(std::uint8_t op);
  std::optional<std::int64_t> value_of(int index, const Macros& macros) const;
  std::optional<std::int64_t> value_of_binary(const Node& node, const Macros& macros) const;

  const std::vector<lexer::Token>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Node> nodes_;
  int root_ = -1;
};

// The value of an integer literal (800, 0x1F, 1'000, 900L), or nullopt.
std::optional<std::int64_t> integer_of(std::string_view literal);

}  // namespace torchada::port
