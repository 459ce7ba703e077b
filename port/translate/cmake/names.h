// CMake's names for CUDA, and what they become.
#pragma once

#include <string>
#include <string_view>

namespace torchada::port::cmake {

struct Name {
  std::string_view cuda;
  std::string_view musa;    // empty: it stays
  std::string_view remark;  // what to know or to do
  std::size_t length = 0;   // of the beginning that is replaced
};

// Null for a name that is not CUDA's.
const Name* find_variable(std::string_view name);
const Name* find_command(std::string_view name);
const Name* find_target(std::string_view name);  // without CUDA::
const Name* find_package(std::string_view name);
const Name* find_environment(std::string_view name);

// CMAKE_CUDA_X and CUDAToolkit_X: of CMake, whether a table has them or not.
bool is_reserved(std::string_view name);

// The key of a command that a project defines itself, among the definitions of C++.
std::string_view definition_of(const Name& command);

}  // namespace torchada::port::cmake
