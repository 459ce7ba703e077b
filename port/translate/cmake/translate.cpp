// The commands of a CMake file, one after the other.
#include "translate.h"

#include <algorithm>
#include <cstdint>

#include "command_rules.h"
#include "context.h"

namespace torchada::port::cmake {

namespace {

constexpr std::string_view kAddress = "torchada:";

std::string_view order_in(std::string_view comment) {
  const std::size_t at = comment.find_first_not_of("#[= \t");
  if (at == std::string_view::npos || !begins(comment.substr(at), kAddress)) return {};
  return comment.substr(at + kAddress.size());
}

class ScriptTranslator {
 public:
  explicit ScriptTranslator(Context* context)
      : context_(*context), script_(parse(context->text)), rules_(context) {}

  void run() {
    if (stays_whole()) return;
    exclude();
    collect_names();
    for (const Command& command : script_.commands) {
      if (!is_excluded(command.begin)) rules_.translate(command);
    }
  }

 private:
  bool stays_whole() {
    const std::string_view name = context_.path.substr(context_.path.rfind('/') + 1);
    if (name == "FindCUDA.cmake" || name == "FindCUDAToolkit.cmake") {
      note(Code::cmake_left, "the project's own " + std::string(name) +
                                 " stays; the ported project finds MUSA with the SDK's module");
      return true;
    }
    const auto is_musa = [this](const Command& command) { return names_musa(command); };
    if (std::none_of(script_.commands.begin(), script_.commands.end(), is_musa)) return false;
    note(Code::already_musa, "the file calls MUSA's modules, so it was copied and not translated");
    return true;
  }

  void note(Code code, std::string message) {
    Finding* const finding = context_.report(code, 0, 0, std::move(message));
    finding->severity = Severity::note;
  }

  bool names_musa(const Command& command) const {
    if (begins(command.name, "musa_add_")) return true;
    if (command.arguments.empty()) return false;
    const std::string_view first = command.arguments[0].in(context_.text);
    if (command.name == "find_package") return first == "MUSA" || first == "MUSAToolkit";
    if (command.name == "enable_language") return first == "MUSA";
    return command.name == "include" && first == "EnableMUSALanguage";
  }

  // Text between `torchada: off` and `torchada: on`, in comments, is not touched.
  void exclude() {
    bool open = false;
    for (const Token& comment : script_.comments) {
      const std::string_view order = order_in(context_.in(comment.begin, comment.end));
      if (begins(order, " off") && !open) {
        excluded_.push_back({comment.begin, context_.text.size()});
        open = true;
      } else if (begins(order, " on") && open) {
        excluded_.back().second = comment.end;
        open = false;
      }
    }
    for (const auto& [begin, end] : excluded_) {
      context_.report(Code::excluded, begin, end,
                      "the region was not translated: comments exclude it");
    }
  }

  bool is_excluded(std::size_t at) const {
    return std::any_of(excluded_.begin(), excluded_.end(),
                       [at](const auto& range) { return at >= range.first && at < range.second; });
  }

  void collect_names() {
    for (const Command& command : script_.commands) {
      if (command.arguments.empty()) continue;
      const std::string first(command.arguments[0].in(context_.text));
      if (command.name == "function" || command.name == "macro") {
        context_.scan.definitions.push_back("cmake " + lower(first));
      } else if (command.name == "add_library" || command.name == "add_executable" ||
                 command.name == "option" || command.name == "set") {
        context_.own.insert(first);
      }
    }
  }

  Context& context_;
  const Script script_;
  CommandRules rules_;
  std::vector<std::pair<std::size_t, std::size_t>> excluded_;
};

}  // namespace

Scan translate(std::string_view text, std::string_view path, const ProjectFiles* files,
               Dictionary* words) {
  Context context(text, path, files, words);
  ScriptTranslator(&context).run();
  return std::move(context.scan);
}

}  // namespace torchada::port::cmake
