// Which namespaces and classes are open at a place; read only as far as somebody asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "torchada/lexer/lexer.h"

namespace torchada::port {

class Scopes {
 public:
  explicit Scopes(std::string_view text) : lexer_(text) {}

  // Reads what is before `at`. Places must not go back.
  void read_to(const char* at);

  // `at::native`, where only namespaces are open; those without a name are not seen.
  std::optional<std::string> open_namespace() const;
  // Directly in the braces of a class.
  bool in_class() const { return !open_.empty() && open_.back().kind == Kind::kClass; }

 private:
  enum class Kind : std::uint8_t { kNamespace, kClass, kOther };
  struct Scope {
    Kind kind = Kind::kOther;
    std::string name;
  };

  void take(const lexer::Token& token);
  void take_word(const lexer::Token& token);
  void take_directive();
  void begin_head() { head_ = Head{}; }

  // What is known of what will stand before the next `{`.
  struct Head {
    Kind kind = Kind::kOther;
    std::string name;
    long parentheses = 0;
    bool is_aligned = false;  // the parenthesis that follows belongs to an attribute
    bool is_enum = false;
  };

  lexer::Lexer lexer_;
  lexer::Token next_;
  bool has_next_ = false;
  Head head_;
  std::vector<Scope> open_;
  std::vector<std::size_t> conditions_;  // how many were open at each #if
};

}  // namespace torchada::port
