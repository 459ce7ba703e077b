// First version: prefix rules in code, until the generated tables take over.
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

struct Rule {
  std::string_view cuda, musa;
  Library library;
};

constexpr Rule rules[] = {
    {"cublasLt", "mublasLt", Library::cublaslt}, {"CUBLASLT_", "MUBLASLT_", Library::cublaslt},
    {"cublas", "mublas", Library::cublas},       {"CUBLAS_", "MUBLAS_", Library::cublas},
    {"curand", "murand", Library::curand},       {"cufft", "mufft", Library::cufft},
    {"cusparse", "musparse", Library::cusparse}, {"cusolver", "musolver", Library::cusolver},
    {"CUDA_", "MUSA_", Library::cudart},         {"CU_", "MU_", Library::driver},
    {"cuda", "musa", Library::cudart},           {"nccl", "mccl", Library::nccl},
};

std::optional<Translation> renamed(std::string_view head, std::string_view tail, Library library) {
  Translation translation;
  translation.musa.append(head).append(tail);
  translation.library = library;
  return translation;
}

std::optional<Translation> if_equal(std::string_view name, std::string_view cuda,
                                    std::string_view musa, Library library) {
  if (name != cuda) return std::nullopt;
  return renamed(musa, {}, library);
}

std::optional<Sources> nothing() { return std::nullopt; }

}  // namespace

std::optional<Translation> translate(std::string_view identifier) {
  for (const Rule& rule : rules) {
    if (identifier.size() > rule.cuda.size() && identifier.substr(0, rule.cuda.size()) == rule.cuda)
      return renamed(rule.musa, identifier.substr(rule.cuda.size()), rule.library);
  }
  return std::nullopt;
}

std::optional<Translation> translate_member(std::string_view identifier) {
  return if_equal(identifier, "is_cuda", "is_privateuseone", Library::aten);
}

std::optional<Translation> translate_qualified(std::string_view name) {
  return if_equal(name, "at::kCUDA", "at::kPrivateUse1", Library::aten);
}

bool begins_qualified(std::string_view component) { return component == "at"; }

std::optional<Translation> translate_header(std::string_view path) {
  return if_equal(path, "cuda_runtime.h", "musa_runtime.h", Library::headers);
}

std::optional<Translation> translate_library(std::string_view name) {
  return if_equal(name, "libcudart.so", "libmusart.so", Library::libraries);
}

std::optional<Translation> translate_key(std::string_view key) {
  return if_equal(key, "CUDA", "PrivateUse1", Library::aten);
}

std::optional<Translation> translate_suffix(std::string_view suffix) {
  if (suffix == ".cu") return renamed(".mu", {}, Library::build);
  return if_equal(suffix, ".cuh", ".muh", Library::build);
}

std::optional<Translation> translate_flag(std::string_view) { return std::nullopt; }

std::optional<Translation> translate_environment(std::string_view variable) {
  return if_equal(variable, "CUDA_HOME", "MUSA_HOME", Library::build);
}

std::optional<Translation> translate_tool(std::string_view tool) {
  return if_equal(tool, "nvcc", "mcc", Library::build);
}

bool looks_like_cuda(std::string_view identifier) {
  return identifier.substr(0, 4) == "cuda" || identifier.substr(0, 4) == "CUDA";
}

std::optional<Sources> translate_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_member_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_qualified_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_header_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_library_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_key_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_suffix_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_flag_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_environment_back(std::string_view) { return nothing(); }
std::optional<Sources> translate_tool_back(std::string_view) { return nothing(); }

}  // namespace torchada::names
