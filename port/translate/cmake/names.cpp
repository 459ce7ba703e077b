// The tables of names.def.
#include "names.h"

#include <algorithm>
#include <cstddef>

namespace torchada::port::cmake {

namespace {

#define CMAKE_VARIABLE(cuda, musa, remark)
#define CMAKE_BEGINNING(cuda, musa, remark)
#define CMAKE_COMMAND(cuda, musa, remark)
#define CMAKE_TARGET(cuda, musa, remark)
#define CMAKE_PACKAGE(cuda, musa, remark)
#define CMAKE_ENVIRONMENT(cuda, musa, remark)
#define CMAKE_ROW(cuda, musa, remark) {cuda, musa, remark, sizeof(cuda) - 1},

#undef CMAKE_VARIABLE
#define CMAKE_VARIABLE CMAKE_ROW
constexpr Name kVariables[] = {
#include "names.def"
};
#undef CMAKE_VARIABLE
#define CMAKE_VARIABLE(cuda, musa, remark)
#undef CMAKE_BEGINNING
#define CMAKE_BEGINNING CMAKE_ROW
constexpr Name kBeginnings[] = {
#include "names.def"
};
#undef CMAKE_BEGINNING
#define CMAKE_BEGINNING(cuda, musa, remark)
#undef CMAKE_TARGET
#define CMAKE_TARGET CMAKE_ROW
constexpr Name kTargets[] = {
#include "names.def"
};
#undef CMAKE_TARGET
#define CMAKE_TARGET(cuda, musa, remark)
#undef CMAKE_PACKAGE
#define CMAKE_PACKAGE CMAKE_ROW
constexpr Name kPackages[] = {
#include "names.def"
};
#undef CMAKE_PACKAGE
#define CMAKE_PACKAGE(cuda, musa, remark)
#undef CMAKE_ENVIRONMENT
#define CMAKE_ENVIRONMENT CMAKE_ROW
constexpr Name kEnvironment[] = {
#include "names.def"
};
#undef CMAKE_ENVIRONMENT
#define CMAKE_ENVIRONMENT(cuda, musa, remark)
// A command has its definition before its name: see definition_of().
#undef CMAKE_COMMAND
#define CMAKE_COMMAND(cuda, musa, remark) {"cmake " cuda, musa, remark, sizeof(cuda) - 1},
constexpr Name kCommands[] = {
#include "names.def"
};
#undef CMAKE_ROW
#undef CMAKE_VARIABLE
#undef CMAKE_BEGINNING
#undef CMAKE_COMMAND
#undef CMAKE_TARGET
#undef CMAKE_PACKAGE
#undef CMAKE_ENVIRONMENT

constexpr std::string_view kDefinition = "cmake ";

template <std::size_t kSize>
const Name* find_row(const Name (&rows)[kSize], std::string_view name, std::size_t skipped = 0) {
  const auto found = std::find_if(std::begin(rows), std::end(rows), [&](const Name& row) {
    return row.cuda.substr(skipped) == name;
  });
  return found == std::end(rows) ? nullptr : found;
}

}  // namespace

const Name* find_variable(std::string_view name) {
  if (const Name* const whole = find_row(kVariables, name)) return whole;
  for (const Name& row : kBeginnings) {
    if (name.substr(0, row.length) == row.cuda) return &row;
  }
  return nullptr;
}

const Name* find_command(std::string_view name) {
  return find_row(kCommands, name, kDefinition.size());
}

const Name* find_target(std::string_view name) { return find_row(kTargets, name); }

const Name* find_package(std::string_view name) { return find_row(kPackages, name); }

const Name* find_environment(std::string_view name) { return find_row(kEnvironment, name); }

bool is_reserved(std::string_view name) {
  return name.substr(0, 11) == "CMAKE_CUDA_" || name.substr(0, 12) == "CUDAToolkit_";
}

std::string_view definition_of(const Name& command) { return command.cuda; }

}  // namespace torchada::port::cmake
