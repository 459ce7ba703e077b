// #include lines: a file of the project follows its own renaming, headers of CUDA become MUSA's.
#include <algorithm>
#include <iterator>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

bool is_musa_header(std::string_view path) {
  const bool named = contains(path, "musa") || path.substr(0, 2) == "mu" ||
                     path.substr(0, 4) == "mccl" || contains(path, "/mu");
  if (!named) return false;
  return names::translate_header_back(path).has_value();
}

// Whether it begins with a folder that CUDA, its libraries or PyTorch have.
bool is_in_known_folder(std::string_view path) {
  constexpr std::string_view kFolders[] = {"cuda/",    "cub/",  "thrust/",
                                           "nvtx3/",   "ATen/", "c10/",
                                           "torch/",   "THC/",  "cooperative_groups/",
                                           "cutlass/", "cute/"};
  return std::any_of(std::begin(kFolders), std::end(kFolders), [path](std::string_view folder) {
    return path.substr(0, folder.size()) == folder;
  });
}

// Whether the path may be a header of CUDA: one without a folder, or with one that CUDA or PyTorch have.
bool looks_like_cuda_header(std::string_view path) {
  if (path.substr(0, 4) == "THC/") return true;
  if (!contains(path, "cuda") && !contains(path, "CUDA") && path.substr(0, 2) != "cu" &&
      path.substr(0, 4) != "nvtx") {
    return false;
  }
  return !contains(path, "/") || is_in_known_folder(path);
}

// A quoted name like cuda_buffers.cuh, which rules would rename though CUDA has no such header: it
// is the project's, but not among its files.
bool is_missing_file(const names::Translation& found, std::string_view path, bool quoted) {
  return quoted && !found.known && !is_in_known_folder(path);
}

void report_missing_file(Context* context, std::string_view path) {
  Finding& finding = context->report(
      Code::unknown_name, path, concat({"the header ", path, " is not among the ported files"}));
  finding.name = path;
  finding.help = "Port the header together with this file. Its name was not changed.";
}

bool is_pytorch_header(std::string_view path) {
  constexpr std::string_view kFolders[] = {"ATen/", "c10/", "THC/"};
  return std::any_of(std::begin(kFolders), std::end(kFolders), [path](std::string_view folder) {
    return path.substr(0, folder.size()) == folder;
  });
}

// torch_musa has PyTorch's headers of the version it is built with, and its own.
void report_unknown_header(Context* context, std::string_view path) {
  Finding& finding =
      context->report(Code::unknown_name, path, concat({"PyTorch 2.7 has no header ", path}));
  finding.name = path;
  finding.help = path.substr(0, 4) == "THC/"
                     ? "PyTorch has removed THC. Use the headers of ATen/cuda, such as Atomic.cuh."
                     : "torch_musa has the header only if it was built with a PyTorch that has it.";
}

void header_back(Context* context, std::string_view path) {
  const auto back = names::translate_header_back(path);
  if (back && back->cuda.front() != path) {
    context->edit(path, back->cuda.front(), names::text(back->library), Certainty::certain);
  }
}

void header_forward(Context* context, std::string_view path, bool quoted) {
  const Header& header = context->words.header(path);
  const auto& found = header.translation;
  if (found && found->status == names::Status::renamed && is_missing_file(*found, path, quoted)) {
    report_missing_file(context, path);
  } else if (found && found->status == names::Status::renamed) {
    const bool sure = found->evidence != names::Evidence::rule;
    if (header.replacement != nullptr) {
      context->edit(path, header.replacement, sure ? Certainty::certain : Certainty::likely);
    }
    if (!found->known && is_pytorch_header(path)) report_unknown_header(context, path);
  } else if (found && found->status == names::Status::unsupported) {
    std::string message = "the header " + std::string(path) + " has no counterpart on MUSA";
    if (!found->why.empty()) message.append(": ").append(found->why);
    Finding& finding = context->report(Code::unsupported_name, path, std::move(message));
    finding.name = path;
    finding.help = found->instead;
  } else if (!found && is_musa_header(path)) {
    context->scan.already_musa = true;
  } else if (!found && !quoted && looks_like_cuda_header(path)) {
    context->report(Code::unknown_name, path, concat({"the header ", path, " has no MUSA name"}))
        .name = path;
  }
}

}  // namespace

bool is_cuda_header(Context* context, const Token& header) {
  if (header.end - header.begin < 3) return false;
  return context->words.header(header.text().substr(1, header.text().size() - 2))
      .translation.has_value();
}

void include_rule(Context* context, const Token& header) {
  if ((header.flags & lexer::flag::kUnterminated) != 0 || header.end - header.begin < 3) return;
  const std::string_view path = header.text().substr(1, header.text().size() - 2);
  const bool quoted = header.begin[0] == '"';
  if (const std::string* own = context->words.mapped(path)) {
    context->edit(path, *own, "rules", Certainty::certain);
    return;
  }
  if (context->words.is_kept(path)) return;
  // <cuda_runtime.h> is the system's even where the project has a file of that name; what has a
  // folder in its path and is there is the project's copy of a library.
  const bool may_be_own = quoted || contains(path, "/") || !context->words.header(path).translation;
  std::string renamed;
  if (may_be_own && context->files != nullptr &&
      context->files->resolve(context->path, path, quoted, &renamed)) {
    if (!renamed.empty()) context->edit(path, renamed, "files", Certainty::certain);
    note_inner_include(context, header);
    return;
  }
  if (context->reverse()) {
    header_back(context, path);
  } else {
    header_forward(context, path, quoted);
  }
}

}  // namespace torchada::port
