// Macros that tell vendors and versions apart.
#pragma once

#include <string_view>

namespace torchada::port {

// True for macros that only builds for AMD GPUs define. Branches for those are not translated.
bool is_rocm_macro(std::string_view name);
// True for macros that only builds for MUSA define. A chain that mentions one stays as it is.
bool is_musa_macro(std::string_view name);
// True for version numbers of CUDA and its libraries, which are not defined on MUSA.
bool is_version_macro(std::string_view name);
// True for macros besides __CUDA_ARCH__ that name NVIDIA's architectures; MUSA does not define them either.
bool is_architecture_macro(std::string_view name);

}  // namespace torchada::port
