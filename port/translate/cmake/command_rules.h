// The meaning of each of CMake's commands for its arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context.h"

namespace torchada::port::cmake {

// Handles the commands of one file, in their order.
class CommandRules {
 public:
  explicit CommandRules(Context* context) : context_(*context), text_(context->text) {}

  void translate(const Command& command);

 private:
  std::string_view argument(std::size_t index) const;
  bool is(std::size_t index, std::string_view word) const { return argument(index) == word; }
  std::size_t index_of(std::string_view word) const;
  void replace(std::size_t index, std::string_view to);
  void remove(std::size_t index);

  void command_name();
  void project();
  void enable_language();
  void check_language();
  void find_package();
  void drop_version();
  void components();
  void languages();
  void architectures();
  void architecture_values(std::size_t begin);
  void comparisons();
  void versions();
  Reading reading(std::size_t index) const;
  bool has_library() const;
  bool is_prose(std::size_t index) const;

  // Lines before or behind a command.
  std::string indentation() const;
  std::string modules_line();
  void follow_blocks();

  Context& context_;
  const std::string_view text_;
  const Command* command_ = nullptr;
  std::vector<bool> done_;                  // arguments
  std::vector<bool> finds_modules_{false};  // in this block and those around it
};

}  // namespace torchada::port::cmake
