// The namespaces and classes that are open at a place. The text is read only as far as somebody asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::port {

class Scopes {
 public:
  explicit Scopes(std::string_view text)
      : at_(text.data()), end_(text.data() + text.size()), begin_(at_), head_(at_), counted_(at_) {}

  // Reads what is before `at`. Places must not go back.
  void read_to(const char* at);

  // `at::native`, where only namespaces are open; those without a name are not seen.
  std::optional<std::string> open_namespace();
  // Reads what is before `at`, and only where braces are open there, those of comments counted.
  bool is_in_braces(const char* at);
  // The words before each open brace that is no namespace's or class's: functions, lambdas, loops.
  std::vector<std::string_view> function_heads();
  // True directly in the braces of a class.
  bool in_class();

 private:
  enum class Kind : std::uint8_t { kUnknown, kNamespace, kClass, kOther };
  // The words before a brace are read when somebody asks: most braces are closed by then.
  struct Scope {
    std::string_view head;
    Kind kind = Kind::kUnknown;
    std::string name;
  };

  void take(const char* at);
  void pass_token(const char* at);
  void take_directive(const char* at);
  bool begins_line(const char* at) const;
  static void classify(Scope* scope);

  const char* at_;
  const char* const end_;
  const char* const begin_;
  const char* head_;     // where what stands before the next brace begins
  const char* counted_;  // the braces before it are counted
  std::ptrdiff_t balance_ = 0;
  std::vector<Scope> open_;
  std::vector<std::size_t> conditions_;  // how many were open at each #if
};

}  // namespace torchada::port
