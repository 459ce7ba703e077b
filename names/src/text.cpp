// The spelling of enumerations in data/, in reports and in JSON.
#include <array>
#include <cstddef>

#include "torchada/names/names.h"

namespace torchada::names {
namespace {

template <typename Enum, std::size_t count>
std::string_view lookup(const std::array<std::string_view, count>& texts, Enum value) {
  return texts.at(static_cast<std::size_t>(value));
}

constexpr std::array<std::string_view, 25> libraries = {"cudart",
                                                        "driver",
                                                        "cublas",
                                                        "cublaslt",
                                                        "curand",
                                                        "cudnn",
                                                        "cufft",
                                                        "cusparse",
                                                        "cusolver",
                                                        "nccl",
                                                        "nvtx",
                                                        "nvrtc",
                                                        "nvjpeg",
                                                        "nvml",
                                                        "cupti",
                                                        "npp",
                                                        "cutlass",
                                                        "thrust",
                                                        "cooperative_groups",
                                                        "types",
                                                        "language",
                                                        "aten",
                                                        "headers",
                                                        "libraries",
                                                        "build"};

constexpr std::array<std::string_view, 17> kinds = {
    "function", "type",        "constant",  "macro",  "keyword", "header",
    "library",  "namespace",   "qualified", "member", "key",     "suffix",
    "flag",     "environment", "tool",      "python", "any"};

constexpr std::array<std::string_view, 3> statuses = {"renamed", "kept", "unsupported"};

constexpr std::array<std::string_view, 4> evidences = {"seen", "listed", "rule", "conflicting"};

}  // namespace

std::string_view text(Library library) { return lookup(libraries, library); }
std::string_view text(Kind kind) { return lookup(kinds, kind); }
std::string_view text(Status status) { return lookup(statuses, status); }
std::string_view text(Evidence evidence) { return lookup(evidences, evidence); }

}  // namespace torchada::names
