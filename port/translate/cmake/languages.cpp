// Languages and packages: where a project says that it is one of CUDA's.
#include <algorithm>

#include "../context.h"
#include "architecture.h"
#include "command_rules.h"

namespace torchada::port::cmake {

namespace {

constexpr std::string_view kArchitectures[] = {"CMAKE_CUDA_ARCHITECTURES", "CUDA_ARCHITECTURES"};
constexpr std::string_view kSetters[] = {"set", "list", "set_property", "set_target_properties"};
constexpr std::string_view kBeforeLanguage[] = {"LANGUAGE", "LANGUAGES", "LINKER_LANGUAGE"};
constexpr std::string_view kWithValue[] = {"VERSION", "DESCRIPTION", "HOMEPAGE_URL",
                                           "COMPAT_VERSION", "SPDX_LICENSE"};
constexpr std::string_view kAfterValues[] = {"CACHE", "PARENT_SCOPE"};

bool is_version(std::string_view word) {
  return !word.empty() && word[0] >= '0' && word[0] <= '9' &&
         word.find_first_not_of("0123456789.<") == std::string_view::npos;
}

}  // namespace

// MUSA is switched on behind project(), as its modules ask for.
void CommandRules::project() {
  std::size_t cuda = done_.size();
  std::size_t others = 0;
  for (std::size_t i = 1; i < done_.size(); ++i) {
    if (is_one_of(kWithValue, argument(i))) {
      ++i;
    } else if (is(i, "CUDA")) {
      cuda = i;
    } else if (!is(i, "LANGUAGES")) {
      ++others;
    }
  }
  if (cuda == done_.size()) return;
  others != 0 ? remove(cuda) : replace(cuda, "NONE");
  const std::string line = "\n" + indentation();
  context_.edit(
      command_->close, command_->close + 1,
      ")" + line + modules_line() + "include(EnableMUSALanguage)" + line + "enable_language(MUSA)");
}

void CommandRules::enable_language() {
  const std::size_t cuda = index_of("CUDA");
  if (cuda == done_.size()) return;
  replace(cuda, "MUSA");
  context_.edit(command_->begin, command_->name_end,
                modules_line() + "include(EnableMUSALanguage)\n" + indentation() +
                    std::string(context_.in(command_->begin, command_->name_end)));
}

// CMake looks for compilers of its own languages only.
void CommandRules::check_language() {
  if (done_.size() != 1 || !is(0, "CUDA")) return;
  done_[0] = true;
  context_.edit(command_->begin, command_->close + 1,
                "find_program(CMAKE_MUSA_COMPILER mcc HINTS \"$ENV{MUSA_HOME}/bin\" "
                "\"$ENV{MUSA_PATH}/bin\" /usr/local/musa/bin)");
}

void CommandRules::find_package() {
  const Name* const row = cmake::find_package(argument(0));
  if (row == nullptr) return;
  done_[0] = true;
  if (!context_.name(row, command_->arguments[0].begin, command_->arguments[0].end)) return;
  if (row->musa.empty()) return;
  const std::string line = modules_line();
  if (!line.empty()) {
    context_.edit(command_->begin, command_->name_end,
                  line + std::string(context_.in(command_->begin, command_->name_end)));
  }
  drop_version();
  components();
}

void CommandRules::drop_version() {
  if (done_.size() < 2) return;
  const Argument& version = command_->arguments[1];
  if (is_version(argument(1))) {
    Finding* const finding =
        context_.report(Code::cmake_version, version.begin, version.end,
                        "the version " + std::string(argument(1)) + " is CUDA's and was left out");
    if (finding != nullptr) finding->severity = Severity::note;
    remove(1);
    if (is(2, "EXACT")) remove(2);
  } else if (contains(argument(1), "${")) {
    context_.report(Code::cmake_version, version.begin, version.end,
                    in_backticks(argument(1)) + " may be a version of CUDA's");
  }
}

void CommandRules::components() {
  std::size_t i = std::min(index_of("COMPONENTS"), index_of("OPTIONAL_COMPONENTS"));
  for (; i < done_.size(); ++i) {
    const Name* const row = find_target(argument(i));
    if (row == nullptr) continue;
    done_[i] = true;
    context_.name(row, command_->arguments[i].begin, command_->arguments[i].end);
  }
}

// `CUDA` where it is the language and not a word.
void CommandRules::languages() {
  const bool loop = command_->name == "foreach" && index_of("CXX") < done_.size();
  for (std::size_t i = 0; i < done_.size(); ++i) {
    if (done_[i] || !is(i, "CUDA")) continue;
    const bool behind = i > 0 && is_one_of(kBeforeLanguage, argument(i - 1));
    if (loop || behind || is(i + 1, "IN_LIST")) {
      replace(i, "MUSA");
    } else if (command_->arguments[i].kind == TokenKind::unquoted &&
               context_.own.count(std::string_view("CUDA")) == 0) {
      const Argument& place = command_->arguments[i];
      Finding* const finding =
          context_.report(Code::cmake_left, place.begin, place.end,
                          "`CUDA` stays: it may be the language or a word of the project's");
      const bool known = command_->name == "set" || command_->name == "list";
      if (finding != nullptr && !known) finding->severity = Severity::note;
    }
  }
}

void CommandRules::architectures() {
  if (!is_one_of(kSetters, command_->name)) return;
  if (is(0, "TRANSFORM") && is_one_of(kArchitectures, argument(1))) {
    const Argument& place = command_->arguments[1];
    context_.report(
        Code::cmake_architecture_left, place.begin, place.end,
        "list(TRANSFORM) changes architectures, which have no -real and -virtual on MUSA");
    return;
  }
  for (std::size_t i = 0; i + 1 < done_.size(); ++i) {
    if (is_one_of(kArchitectures, argument(i))) architecture_values(i + 1);
  }
}

void CommandRules::architecture_values(std::size_t begin) {
  const std::vector<Argument>& arguments = command_->arguments;
  std::string list;
  std::size_t end = begin;
  for (; end < done_.size() && architectures_of(argument(end)); ++end) {
    if (!list.empty()) list += ';';
    list.append(argument(end));
    done_[end] = true;
  }
  if (end != begin) {
    const bool one = end == begin + 1;
    const std::size_t from = one ? arguments[begin].begin : arguments[begin].outer_begin;
    const std::size_t to = one ? arguments[begin].end : arguments[end - 1].outer_end;
    const std::string musa = *architectures_of(list);
    context_.edit(from, to, musa);
    context_.report(Code::cmake_architecture, from, to,
                    "the architectures " + list + " became " + musa);
  }
  if (end == done_.size() || is_one_of(kAfterValues, argument(end))) return;
  const std::string_view rest = argument(end);
  const bool own = std::any_of(std::begin(kArchitectures), std::end(kArchitectures),
                               [rest](std::string_view name) { return contains(rest, name); });
  if (contains(rest, "$") && !own) {
    context_.report(Code::cmake_architecture_left, arguments[end].begin, arguments[end].end,
                    in_backticks(rest) + " gives architectures, and may have numbers of CUDA's");
  }
}

}  // namespace torchada::port::cmake
