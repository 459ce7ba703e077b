// Files and folders that CMake files name.
#include <algorithm>

#include "context.h"
#include "torchada/names/names.h"

namespace torchada::port::cmake {

namespace {

// Nobody else has such names, wherever they stand.
constexpr std::string_view kTorch[] = {"torch_cuda", "c10_cuda"};
constexpr std::string_view kToolkit = "/usr/local/cuda";
constexpr std::string_view kLibraries = "/lib64";  // MUSA's are in lib

bool ends_name(char c) {
  return std::string_view(" \t\r\n;\"'<>,:)$|").find(c) != std::string_view::npos;
}

bool may_follow(char c) {
  return c == '.' || c == '_' || c == '-' || c == '/' || (c >= '0' && c <= '9') ||
         ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

class FileReader {
 public:
  FileReader(Context* context, const Argument& argument, const Reading& reading)
      : context_(*context),
        argument_(argument),
        reading_(reading),
        text_(context->text.substr(0, argument.end)) {}

  void read() {
    for (std::size_t at = argument_.begin;
         (at = text_.find(".cu", at)) != std::string_view::npos;) {
      std::size_t end = at + 3;
      if (end < text_.size() && text_[end] == 'h') ++end;
      if (end == text_.size() || !may_follow(text_[end])) source(at, end);
      at = end;
    }
    for (std::size_t at = argument_.begin;
         (at = text_.find(kToolkit, at)) != std::string_view::npos;) {
      at = toolkit(at);
    }
    for (std::size_t at = argument_.begin;
         (at = text_.find(kLibraries, at)) != std::string_view::npos;) {
      at = libraries(at);
    }
    last_part();
  }

 private:
  // `dot` is where the suffix begins.
  void source(std::size_t dot, std::size_t end) {
    std::size_t begin = dot;
    while (begin > argument_.begin && !ends_name(text_[begin - 1])) --begin;
    std::string_view name = context_.in(begin, end);
    const std::string to = end - dot == 3 ? ".mu" : ".muh";
    const std::size_t brace = name.rfind('}');
    if (brace != std::string_view::npos) name.remove_prefix(brace + 1);
    const bool part = brace != std::string_view::npos && !begins(name, "/");
    if (part || is_pattern(name)) {
      context_.edit(dot, end, to, "files");
      return;
    }
    if (context_.files == nullptr) return;
    while (begins(name, "/")) name.remove_prefix(1);
    std::string renamed;
    if (!context_.files->resolve(context_.path, name, true, &renamed)) {
      context_.report(
          Code::cmake_file, begin, end,
          in_backticks(context_.in(begin, end)) + " keeps its name: the project has no such file");
    } else if (!renamed.empty()) {
      context_.edit(dot, end, to, "files");
    }
  }

  // *.cu, .cu, \\.cu$, ${name}.cu: what is meant are the sources, whatever their names are.
  static bool is_pattern(std::string_view name) {
    const std::string_view stem = name.substr(0, name.rfind('.'));
    return stem.empty() || stem.back() == '\\' ||
           stem.find_first_of("*?[]\\^+") != std::string_view::npos;
  }

  // /usr/local/cuda, /usr/local/cuda-12.4
  std::size_t toolkit(std::size_t at) {
    std::size_t end = at + kToolkit.size();
    if (end < text_.size() && text_[end] == '-') {
      const std::size_t version =
          std::min(text_.find_first_not_of("0123456789.", end + 1), text_.size());
      if (version != end + 1) end = version;
    }
    if (end == text_.size() || !may_follow(text_[end]) || text_[end] == '/') {
      context_.edit(at, end, "/usr/local/musa");
    }
    return end;
  }

  // Behind a folder of CUDA's: ${CUDA_TOOLKIT_ROOT_DIR}/lib64, /usr/local/cuda/lib64.
  std::size_t libraries(std::size_t at) {
    const std::size_t end = at + kLibraries.size();
    const std::string_view before = context_.in(argument_.begin, at);
    const std::string_view reference = before.substr(before.rfind('{') + 1);
    const std::size_t path = before.rfind(kToolkit);
    const bool behind_path =
        path != std::string_view::npos &&
        before.find_first_of("/; \t", path + kToolkit.size()) == std::string_view::npos;
    const bool behind_variable = ends(before, "}") && begins(reference, "CUDA");
    const bool whole = end == text_.size() || text_[end] == '/' || !may_follow(text_[end]);
    if (whole && (behind_path || behind_variable)) context_.edit(at, end, "/lib");
    return end;
  }

  // The last part of a path: a tool, a library's file, a header; or a library by its name.
  void last_part() {
    const std::string_view whole = argument_.in(context_.text);
    if (whole.find_first_of(" \t\n;<") != std::string_view::npos) return;
    const std::size_t slash = whole.rfind('/');
    const std::size_t from = slash == std::string_view::npos ? 0 : slash + 1;
    const std::string_view part = whole.substr(from);
    const std::size_t begin = argument_.begin + from;
    if (part.size() < 3 || context_.own.count(part) != 0) return;
    if (context_.by_user(begin, argument_.end)) return;
    const bool file = begins(part, "lib") && part.find('.') != std::string_view::npos;
    const bool list = reading_.libraries && (reading_.links || part != "cuda");
    const bool name = from == 0 && (list || is_one_of(kTorch, part));
    const auto tool = reading_.tools ? names::translate_tool(part) : std::nullopt;
    if (tool) {
      found(*tool, part, begin);
    } else if (file || name) {
      if (const auto library = names::translate_library(part)) found(*library, part, begin);
    } else if (reading_.headers && part.find('.') != std::string_view::npos) {
      const auto header = names::translate_header(whole);
      const bool renamed = header && header->status == names::Status::renamed;
      if (renamed)
        context_.edit(argument_.begin, argument_.end, header->musa, names::text(header->library));
    }
  }

  void found(const names::Translation& translation, std::string_view part, std::size_t begin) {
    if (translation.status == names::Status::renamed) {
      context_.edit(begin, argument_.end, translation.musa, names::text(translation.library));
    } else if (translation.status == names::Status::unsupported) {
      context_.report(Code::cmake_left, begin, argument_.end,
                      in_backticks(part) + " has no counterpart: " + std::string(translation.why),
                      "On MUSA: " + std::string(translation.instead) + ".");
    }
  }

  Context& context_;
  const Argument& argument_;
  const Reading& reading_;
  const std::string_view text_;
};

}  // namespace

void translate_files(Context* context, const Argument& argument, const Reading& reading) {
  FileReader(context, argument, reading).read();
}

}  // namespace torchada::port::cmake
