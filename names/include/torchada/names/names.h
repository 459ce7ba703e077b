// Translation of CUDA names to MUSA's: look-ups in the tables of data/, forward and back.
//
// Every function takes one whole name and never looks inside a longer one. The tables are constant
// data: nothing is loaded, nothing is locked, every function may be called from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::names {

// The file of data/ that a name comes from; names/src/text.cpp has their spelling.
enum class Library : std::uint8_t {
  cudart,
  driver,
  cublas,
  cublaslt,
  curand,
  cudnn,
  cufft,
  cusparse,
  cusolver,
  nccl,
  nvtx,
  nvrtc,
  nvjpeg,
  nvml,
  cupti,
  npp,
  cutlass,
  thrust,  // with cub and libcu++
  cooperative_groups,
  types,     // half, bfloat16, fp8 and their intrinsics
  language,  // what the compiler itself knows
  aten,      // ATen, c10 and torch
  headers,
  libraries,
  build,  // file suffixes, flags, tools, environment variables
};

enum class Kind : std::uint8_t {
  function,
  type,
  constant,
  macro,
  keyword,  // __global__, threadIdx
  header,
  library,
  name_space,
  qualified,  // a::b
  member,     // what stands behind . or ->
  key,        // a dispatch key, as TORCH_LIBRARY_IMPL takes it
  suffix,
  flag,
  environment,
  tool,
  python,  // a dotted name of Python
  any,     // a rule gave the name, and rules do not tell functions from constants
};

enum class Status : std::uint8_t {
  renamed,
  kept,         // the name is known and must not change
  unsupported,  // MUSA has nothing of the kind
};

enum class Evidence : std::uint8_t {
  seen,         // the MUSA name occurs in real MUSA sources
  listed,       // published tables of CUDA and MUSA names have the pair
  rule,         // only the rule of its library gives it
  conflicting,  // sources give several MUSA names; `why` says which and from which SDK on
};

struct Translation {
  std::string musa;  // the new name; for Status::kept and unsupported the name as it was
  Status status = Status::renamed;
  Kind kind = Kind::any;
  Library library = Library::cudart;
  Evidence evidence = Evidence::rule;
  // False for a name that only looks like one of CUDA: it may be the program's own.
  bool known = true;
  // Static texts, empty where there is nothing to say.
  std::string_view why;
  std::string_view instead;
};

// A free identifier. No result means: not a name of CUDA.
std::optional<Translation> translate(std::string_view identifier);

// An identifier behind `.` or `->`: is_cuda, philox_cuda_state. Other members belong to the program.
std::optional<Translation> translate_member(std::string_view identifier);

// A name with its `::`, without blanks: at::cuda::getCurrentCUDAStream. The longest beginning that
// has a row is translated by it, each component behind it as a name of that namespace. A leading
// `::` is kept. No result when nothing of it is a name of CUDA. The result has as many components
// as the name, unless the row says otherwise.
std::optional<Translation> translate_qualified(std::string_view name);

// True when `component` can begin a name that translate_qualified() knows: a cheap first question.
bool begins_qualified(std::string_view component);

// The text between the quotes or angle brackets of an #include of a system or library header.
std::optional<Translation> translate_header(std::string_view path);

// A file name given to dlopen or a linker: libcudart.so.12, cublas (of -lcublas).
std::optional<Translation> translate_library(std::string_view name);

// The key of TORCH_LIBRARY_IMPL, DispatchKey:: and torch.library: CUDA, AutogradCUDA.
std::optional<Translation> translate_key(std::string_view key);

// .cu and .cuh, with the dot.
std::optional<Translation> translate_suffix(std::string_view suffix);

// One word of a compiler's command line (--expt-relaxed-constexpr).
std::optional<Translation> translate_flag(std::string_view flag);

// CUDA_HOME, NCCL_DEBUG.
std::optional<Translation> translate_environment(std::string_view variable);

// A command: nvcc, cuobjdump.
std::optional<Translation> translate_tool(std::string_view tool);

// A dotted name of Python: torch.cuda.
std::optional<Translation> translate_python(std::string_view name);

// True for an identifier that has no translation but looks as if it were CUDA's; for reports.
bool looks_like_cuda(std::string_view identifier);

// The way back. `cuda` has one name, or several when they share the MUSA name; the first is then
// the usual one, which is the name itself where both have it (__half).
struct Sources {
  std::vector<std::string> cuda;
  Kind kind = Kind::any;
  Library library = Library::cudart;
};

std::optional<Sources> translate_back(std::string_view identifier);
std::optional<Sources> translate_member_back(std::string_view identifier);
std::optional<Sources> translate_qualified_back(std::string_view name);
std::optional<Sources> translate_header_back(std::string_view path);
std::optional<Sources> translate_library_back(std::string_view name);
std::optional<Sources> translate_key_back(std::string_view key);
std::optional<Sources> translate_suffix_back(std::string_view suffix);
std::optional<Sources> translate_flag_back(std::string_view flag);
std::optional<Sources> translate_environment_back(std::string_view variable);
std::optional<Sources> translate_tool_back(std::string_view tool);
std::optional<Sources> translate_python_back(std::string_view name);

// Their spelling in data/, reports and JSON: "cudart", "function", "renamed", "seen".
std::string_view text(Library library);
std::string_view text(Kind kind);
std::string_view text(Status status);
std::string_view text(Evidence evidence);

}  // namespace torchada::names
