// The texts of macros that the template of an asm statement names.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchada::port {

// The different texts that an expression may be, by macros and #if.
using PossibleTexts = std::vector<std::string>;
inline constexpr std::size_t kMostTexts = 8;

// Joins each text of the first list with each of the second one, without duplicates. Nothing where there are too many.
PossibleTexts joined(const PossibleTexts& first, const PossibleTexts& second);

class MacroTexts {
 public:
  explicit MacroTexts(std::string_view source) : source_(source) {}

  // The texts of `name` or name(arguments), read at a place of the source, one for each definition in the file.
  // Nothing where there is no definition before the place, or one that is more than strings, or that holds
  // only while nobody else defines it.
  PossibleTexts expand(std::string_view name, const std::vector<std::string_view>& arguments,
                       const char* place);
  // Whether a definition in the file takes arguments.
  bool takes_arguments(std::string_view name);
  // The definition that a place in its body is of, from its #define on.
  std::string_view head_of(const char* place) const;

 private:
  struct Definition {
    bool is_function = false;
    bool is_variadic = false;  // f(...), f(a, more...)
    std::vector<std::string_view> parameters;
    std::string_view body;
    bool is_default = false;  // behind an #ifndef of its name
  };
  struct Call {
    const Definition* definition;
    const std::vector<std::string_view>& arguments;
  };

  void read();
  void read_definition(std::string_view line, std::string_view undefined);
  PossibleTexts texts_of_name(std::string_view name,
                              const std::vector<std::string_view>& arguments);
  PossibleTexts texts_of(std::string_view text, const Call* call);
  PossibleTexts texts_of_call(std::string_view name, const std::vector<std::string_view>& arguments,
                              const Call* call);
  static std::vector<std::string_view> arguments_for(const Definition& definition,
                                                     const std::vector<std::string_view>& arguments,
                                                     std::string* rest);
  // Tokens with arguments in place of parameters, and bodies in place of names of macros; false where they are not known.
  bool substitute(std::string_view text, const Call* call, std::string* result);
  static const std::string_view* argument_of(const Call* call, std::string_view name);

  const std::string_view source_;
  bool is_read_ = false;
  int depth_ = 0;
  const char* place_ = nullptr;
  std::unordered_map<std::string_view, std::vector<Definition>> definitions_;
};

// The arguments between the parentheses of a call; `at` is behind the first, and afterwards behind the last one.
std::vector<std::string_view> arguments_in(std::string_view text, std::size_t* at);

// Appends the characters that a string literal stands for.
void append_unescaped(std::string_view literal, bool is_raw, std::string* text);

}  // namespace torchada::port
