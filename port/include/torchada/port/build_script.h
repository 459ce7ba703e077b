// Build scripts. Those of CMake are translated; of others, what in them is CUDA's is reported.
#pragma once

#include <string_view>
#include <vector>

#include "torchada/port/translate.h"

namespace torchada::port {

// True for CMakeLists.txt, *.cmake and *.cmake.in.
bool is_cmake(std::string_view path);

// True for setup.py, Bazel's files and Makefiles.
bool is_build_script(std::string_view path);

// True for build scripts, and for other Python files, which may compile sources when they run (load_inline).
bool may_build(std::string_view path);

// One finding for each line that has flags of nvcc, CUDA's libraries and tools, questions whether CUDA
// is there, or files that are renamed. `files` may be null.
std::vector<Finding> read_build_script(std::string_view text, std::string_view path,
                                       const ProjectFiles* files);

}  // namespace torchada::port
