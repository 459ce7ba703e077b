// Macros that tell vendors and versions apart.
#pragma once

#include <string_view>

namespace torchada::port {

// Defined for AMD GPUs only: their branches are nobody's business here.
bool is_rocm_macro(std::string_view name);
// Defined for MUSA only: a condition with one of them has decided about MUSA already.
bool is_musa_macro(std::string_view name);
// Numbers of CUDA and its libraries; not defined on MUSA.
bool is_version_macro(std::string_view name);
// Others than __CUDA_ARCH__ that name NVIDIA's architectures; not defined on MUSA either.
bool is_architecture_macro(std::string_view name);

}  // namespace torchada::port
