// The names of commands, and how to read their arguments.
#include "command_rules.h"

#include <algorithm>

#include "torchada/names/names.h"

namespace torchada::port::cmake {

namespace {

constexpr std::string_view kLinks[] = {"target_link_libraries", "link_libraries", "find_library"};
constexpr std::string_view kHeaders[] = {"find_path", "find_file", "check_include_file",
                                         "check_include_file_cxx", "check_include_files"};
constexpr std::string_view kDefinitions[] = {"add_definitions", "add_compile_definitions",
                                             "target_compile_definitions"};
constexpr std::string_view kBeforeProse[] = {
    "COMMENT",    "DESCRIPTION", "DOC", "FAIL_MESSAGE", "REASON_FAILURE_MESSAGE",
    "BRIEF_DOCS", "FULL_DOCS"};
constexpr std::string_view kConditions[] = {"if", "elseif", "while"};
constexpr std::string_view kVersions[] = {"CUDA_VERSION",
                                          "CUDA_VERSION_STRING",
                                          "CUDA_VERSION_MAJOR",
                                          "CUDA_VERSION_MINOR",
                                          "CUDAToolkit_VERSION",
                                          "CUDAToolkit_VERSION_MAJOR",
                                          "CUDAToolkit_VERSION_MINOR",
                                          "CMAKE_CUDA_COMPILER_VERSION"};
constexpr std::string_view kBlocks[] = {"if", "foreach", "while", "function", "macro", "block"};
constexpr std::string_view kBlockEnds[] = {"endif",       "endforeach", "endwhile",
                                           "endfunction", "endmacro",   "endblock"};

// ${X} is X.
std::string_view without_reference(std::string_view word) {
  if (begins(word, "${") && ends(word, "}")) return word.substr(2, word.size() - 3);
  return word;
}

bool is_comparison(std::string_view word) {
  constexpr std::string_view kComparisons[] = {"LESS",       "GREATER",       "EQUAL",
                                               "LESS_EQUAL", "GREATER_EQUAL", "STREQUAL"};
  return begins(word, "VERSION_") || is_one_of(kComparisons, word);
}

bool names_libraries(std::string_view variable) {
  return lower(variable).find("lib") != std::string::npos;
}

}  // namespace

void CommandRules::translate(const Command& command) {
  command_ = &command;
  done_.assign(command.arguments.size(), false);
  follow_blocks();
  command_name();
  if (command.name == "project") project();
  if (command.name == "enable_language") enable_language();
  if (command.name == "check_language") check_language();
  if (command.name == "find_package" || command.name == "find_dependency") find_package();
  is_one_of(kConditions, command.name) ? comparisons() : versions();
  architectures();
  languages();
  for (std::size_t i = 0; i < done_.size(); ++i) {
    if (done_[i]) continue;
    translate_argument(&context_, command.arguments[i], reading(i));
  }
}

std::string_view CommandRules::argument(std::size_t index) const {
  return index < command_->arguments.size() ? command_->arguments[index].in(text_)
                                            : std::string_view();
}

// The number of arguments where there is none.
std::size_t CommandRules::index_of(std::string_view word) const {
  std::size_t index = 0;
  while (index < command_->arguments.size() && !is(index, word)) ++index;
  return index;
}

void CommandRules::replace(std::size_t index, std::string_view to) {
  const Argument& argument = command_->arguments[index];
  context_.edit(argument.begin, argument.end, to);
  done_[index] = true;
}

// Removes the argument with the blanks before it.
void CommandRules::remove(std::size_t index) {
  const Argument& argument = command_->arguments[index];
  std::size_t begin = argument.outer_begin;
  while (is_space(text_[begin - 1])) --begin;
  context_.edit(begin, argument.outer_end, "");
  done_[index] = true;
}

void CommandRules::command_name() {
  const Name* const row = find_command(command_->name);
  if (row == nullptr || context_.by_user(command_->begin, command_->name_end)) return;
  if (row->musa.empty()) {
    context_.report(
        Code::cmake_left, command_->begin, command_->name_end,
        in_backticks(command_->name + "()") + " has no counterpart: " + std::string(row->remark));
    context_.scan.conditional_findings.push_back(
        {context_.scan.findings.size() - 1, definition_of(*row)});
  } else {
    context_.edit(command_->begin, command_->name_end, row->musa);
    context_.scan.conditional_edits.push_back(
        {context_.scan.edits.size() - 1, definition_of(*row)});
  }
}

void CommandRules::comparisons() {
  for (std::size_t i = 0; i < done_.size(); ++i) {
    const std::string_view word = without_reference(argument(i));
    const bool left = is_comparison(argument(i + 1));
    if (is_one_of(kVersions, word) && (left || (i > 0 && is_comparison(argument(i - 1))))) {
      const Argument& place = command_->arguments[i];
      context_.report(
          Code::cmake_version, place.begin, place.end,
          in_backticks(word) + " became MUSA's version, and is compared with one of CUDA's");
    }
    const bool compiler = word == "CMAKE_CUDA_COMPILER_ID" && (left || is(i + 1, "MATCHES"));
    if (compiler && is(i + 2, "NVIDIA")) replace(i + 2, "MTCC");
  }
}

// A variable that is made of a version is compared somewhere else.
void CommandRules::versions() {
  const std::string& name = command_->name;
  if (name == "message" || begins(name, "target_") || is_one_of(kDefinitions, name)) return;
  for (std::size_t i = 0; i < done_.size(); ++i) {
    const std::string_view word = argument(i);
    if (!begins(word, "${") || !is_one_of(kVersions, without_reference(word))) continue;
    const Argument& place = command_->arguments[i];
    context_.report(
        Code::cmake_version, place.begin, place.end,
        in_backticks(word) + " became MUSA's version; what it is compared with may be CUDA's");
  }
}

bool CommandRules::is_prose(std::size_t index) const {
  const std::string& name = command_->name;
  if (name == "message") return true;
  if (name == "option" || name == "cmake_dependent_option") return index == 1;
  if (index > 0 && is_one_of(kBeforeProse, argument(index - 1))) return true;
  const std::size_t cache = name == "set" ? index_of("CACHE") : done_.size();
  return cache < done_.size() && index >= cache + 2;
}

// One beside which `cuda` is a library, too.
bool CommandRules::has_library() const {
  const auto names_one = [this](const Argument& argument) {
    const auto found = names::translate_library(argument.in(text_));
    return found && found->status == names::Status::renamed && argument.in(text_) != "cuda";
  };
  return std::any_of(command_->arguments.begin(), command_->arguments.end(), names_one);
}

Reading CommandRules::reading(std::size_t index) const {
  const std::string& name = command_->name;
  Reading how;
  how.prose = is_prose(index);
  how.definitions = is_one_of(kDefinitions, name) || index > index_of("COMPILE_DEFINITIONS");
  how.links = is_one_of(kLinks, name) && (index > 0 || name == "link_libraries");
  const bool list = (name == "set" && index > 0 && names_libraries(argument(0))) ||
                    (name == "list" && index > 1 && names_libraries(argument(1)));
  how.links |= list && has_library();
  how.libraries = how.links || list;
  how.headers = is_one_of(kHeaders, name);
  how.tools = !is_one_of(kConditions, name);
  how.environment = index > 0 && is(index - 1, "ENV");
  return how;
}

std::string CommandRules::indentation() const {
  std::size_t begin = command_->begin;
  while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
  const bool first = begin == 0 || text_[begin - 1] == '\n';
  return first ? std::string(context_.in(begin, command_->begin)) : std::string();
}

// The line that lets CMake find the SDK's modules, unless one before it does; with its newline.
std::string CommandRules::modules_line() {
  if (finds_modules_.back()) return {};
  finds_modules_.back() = true;
  return "list(APPEND CMAKE_MODULE_PATH \"$ENV{MUSA_HOME}/cmake\" \"$ENV{MUSA_PATH}/cmake\" "
         "/usr/local/musa/cmake)\n" +
         indentation();
}

void CommandRules::follow_blocks() {
  const std::string& name = command_->name;
  if (is_one_of(kBlocks, name)) {
    finds_modules_.push_back(finds_modules_.back());
  } else if (is_one_of(kBlockEnds, name) && finds_modules_.size() > 1) {
    finds_modules_.pop_back();
  } else if ((name == "else" || name == "elseif") && finds_modules_.size() > 1) {
    finds_modules_.back() = finds_modules_[finds_modules_.size() - 2];
  } else if (name == "set" && is(0, "CMAKE_MODULE_PATH")) {
    std::fill(finds_modules_.begin(), finds_modules_.end(), false);
  }
}

}  // namespace torchada::port::cmake
