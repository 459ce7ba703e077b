// Reading build scripts, line by line and word by word.
#include "torchada/port/build_script.h"

#include <algorithm>
#include <string>

#include "torchada/names/names.h"
#include "words.h"

namespace torchada::port {

namespace {

// Words of one line.
constexpr std::size_t kMostShown = 20;

enum class Language { python, program, other };  // program: Python that builds nothing by name

constexpr std::string_view kNames[] = {"BUILD",       "WORKSPACE",   "Makefile",      "makefile",
                                       "GNUmakefile", "meson.build", "hatch_build.py"};
constexpr std::string_view kSuffixes[] = {".bzl", ".bazel", ".mk"};

// Whether CUDA is there, and which one: what is built depends on the answer.
constexpr std::string_view kQuestions[] = {
    "CUDA_HOME",           "torch.cuda.is_available",    "torch.cuda.get_device_capability",
    "torch.version.cuda",  "torch.cuda.get_device_name", "torch.cuda.get_device_properties",
    "CUDA_PATH",           "torch.cuda.device_count",    "torch.cuda.nccl.version",
    "TORCH_CUDA_ARCH_LIST"};
constexpr std::string_view kBazel[] = {"cuda_library",      "if_cuda",    "cuda_default_copts",
                                       "local_config_cuda", "rules_cuda", "local_cuda"};

// A program without them compiles nothing when it runs.
constexpr std::string_view kBuildsItself[] = {"cpp_extension", "load_inline", "_compile_kernel"};

bool is_part_of_word(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
         std::string_view("_-+=./:*").find(c) != std::string_view::npos;
}

std::string_view file_name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

Language language_of(std::string_view path) {
  if (ends(path, ".py")) return is_build_script(path) ? Language::python : Language::program;
  return Language::other;
}

const char* help_of(Language language) {
  switch (language) {
    case Language::python:
      return "Build with MUSAExtension of torch_musa.utils.musa_extension. Where the script tests "
             "for CUDA, test for MUSA.";
    case Language::program: return "Use the file's new name.";
    case Language::other: break;
  }
  return "Compile the .mu files with mcc and link MUSA's libraries.";
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view path, const ProjectFiles* files)
      : text_(text), path_(path), files_(files), language_(language_of(path)) {}

  std::vector<Finding> read() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      line(at, text_.substr(at, end - at));
      at = end + 1;
    }
    return std::move(findings_);
  }

 private:
  void line(std::size_t begin, std::string_view line) {
    if (is_python() && (begins(line, "from ") || begins(line, "import "))) return;
    found_.clear();
    shown_ = 0;
    help_.clear();
    warning_ = false;
    char quote = 0;
    for (std::size_t at = 0; at < line.size();) {
      const char c = line[at];
      if (c == '#' && quote == 0) break;
      quoted_ = quote != 0;
      if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? '\0' : quote;
      std::size_t end = at;
      while (end < line.size() && is_part_of_word(line[end])) ++end;
      if (end != at) word(begin + at, line.substr(at, end - at));
      at = std::max(end, at + 1);
    }
    if (!found_.empty()) report();
  }

  void word(std::size_t place, std::string_view word) {
    while (!word.empty() && (word[0] == ':' || word[0] == '=')) {
      word.remove_prefix(1);
      ++place;
    }
    if (word.size() < 3) return;
    place_ = place;
    if (is_python() && in_string(word)) return;
    if (language_ == Language::program) {
      if (ends(word, ".cu") || ends(word, ".cuh")) file(word);
    } else if (word[0] == '-') {
      flag(word);
    } else if (ends(word, ".cu") || ends(word, ".cuh")) {
      file(word);
    } else if (is_one_of(kQuestions, word)) {
      add(word, "tests for CUDA", true);
      const auto variable = names::translate_environment(word);
      if (variable && variable->status == names::Status::renamed) help_ = variable->musa;
    } else if (const auto tool = names::translate_tool(word)) {
      const bool renamed = tool->status == names::Status::renamed;
      add(word, renamed ? "is " + tool->musa + " on MUSA" : reason(tool->why), !is_python());
    } else if (language_ == Language::other && is_bazel(word)) {
      add(word, "builds for CUDA", true);
    } else if (begins(word, "arch=compute_")) {
      flag(word);
    } else if (is_alone(place, word)) {
      library(word);
    }
  }

  // A string of Python's that is only this word.
  bool is_alone(std::size_t place, std::string_view word) const {
    if (language_ != Language::python) return false;
    const std::size_t end = place + word.size();
    return quoted_ && end < text_.size() && text_[place - 1] == text_[end];
  }

  // Translates a name of libraries=["cublas"]; `cuda` alone is mostly a device or an extra.
  void library(std::string_view word) {
    const auto found = names::translate_library(word);
    if (word == "cuda" || !found || found->status != names::Status::renamed) return;
    add(word, "is " + found->musa + " on MUSA", !is_python());
  }

  // Sources that Python holds as strings and compiles when it runs.
  bool in_string(std::string_view word) {
    const std::string_view dotted = word.substr(0, word.find('='));
    const std::string_view name = dotted.substr(dotted.rfind('.') + 1);
    const bool keyword = dotted.size() < word.size();
    if (name == "load_inline") {
      add(name, "compiles sources in strings, which torchada port does not translate", false);
    } else if (name == "_compile_kernel" || (keyword && name == "cuda_sources")) {
      add(name, "compiles CUDA sources in strings, which torchada port does not translate", true);
    } else {
      return false;
    }
    help_ = "translate the strings with torchada.port.translate() before the program compiles them";
    return true;
  }

  static std::string reason(std::string_view why) { return "(" + std::string(why) + ")"; }

  bool is_python() const { return language_ == Language::python || language_ == Language::program; }

  static bool is_bazel(std::string_view word) {
    return std::any_of(std::begin(kBazel), std::end(kBazel), [word](std::string_view name) {
      return word.find(name) != std::string_view::npos;
    });
  }

  void flag(std::string_view word) {
    if (const auto found = names::translate_flag(word)) {
      const bool renamed = found->status == names::Status::renamed;
      add(word, renamed ? "is " + found->musa + " for mcc" : reason(found->why), !is_python());
      if (!renamed) help_ = found->instead;
    } else if (begins(word, "-l")) {
      const auto library = names::translate_library(word.substr(2));
      if (!library || library->status != names::Status::renamed) return;
      add(word, "is -l" + library->musa + " on MUSA", !is_python());
    }
  }

  // A pattern counts as the files that it names.
  void file(std::string_view word) {
    std::string renamed;
    const bool pattern = word.find('*') != std::string_view::npos;
    if (pattern) {
      add(word, "matches files that are renamed", false);
    } else if (files_ != nullptr && files_->resolve(path_, word, true, &renamed) &&
               !renamed.empty()) {
      add(word, "is renamed to " + renamed, false);
    }
  }

  void add(std::string_view word, std::string_view what, bool warning) {
    if (found_.empty()) {
      begin_ = place_;
      length_ = word.size();
      name_ = word;
    }
    warning_ = warning_ || warning;
    if (shown_ > kMostShown || found_.find("`" + std::string(word) + "`") != std::string::npos) {
      return;
    }
    if (!found_.empty()) found_ += "; ";
    if (++shown_ > kMostShown) {
      found_ += "...";
    } else {
      found_.append("`").append(word).append("` ").append(what);
    }
  }

  void report() {
    Finding finding;
    finding.code = Code::build_script;
    finding.severity = warning_ ? Severity::warning : Severity::note;
    finding.begin = begin_;
    finding.length = length_;
    finding.name = name_;
    finding.message = found_;
    finding.help = help_.empty() ? help_of(language_) : "On MUSA: " + help_ + ".";
    findings_.push_back(std::move(finding));
  }

  const std::string_view text_;
  const std::string_view path_;
  const ProjectFiles* const files_;
  const Language language_;
  std::vector<Finding> findings_;
  bool quoted_ = false;
  // The state of the line being read.
  std::size_t place_ = 0;
  std::size_t begin_ = 0;
  std::size_t length_ = 0;
  std::string name_;
  std::string found_;
  std::size_t shown_ = 0;  // words in it
  std::string help_;
  bool warning_ = false;
};

}  // namespace

bool is_cmake(std::string_view path) {
  return file_name_of(path) == "CMakeLists.txt" || ends(path, ".cmake") || ends(path, ".cmake.in");
}

bool may_build(std::string_view path) { return is_build_script(path) || ends(path, ".py"); }

bool is_build_script(std::string_view path) {
  const std::string_view name = file_name_of(path);
  const bool setup = begins(name, "setup") || ends(name, "_setup.py") || begins(name, "build");
  return is_one_of(kNames, name) || (setup && ends(name, ".py")) ||
         std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                     [name](std::string_view suffix) { return ends(name, suffix); });
}

std::vector<Finding> read_build_script(std::string_view text, std::string_view path,
                                       const ProjectFiles* files) {
  const auto has = [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  const bool builds =
      is_build_script(path) || std::any_of(std::begin(kBuildsItself), std::end(kBuildsItself), has);
  if (!builds) return {};
  return Reader(text, path, files).read();
}

}  // namespace torchada::port
