// CUDA's architectures in build files, and the MUSA GPUs that stand for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace torchada::port::cmake {

// A value of CUDA_ARCHITECTURES (70, 80-real;90a, native, all): the MUSA GPUs that run such code, as
// 22;31. A number without -real also is for all newer GPUs, as CMake says. Nothing for other texts.
std::optional<std::string> architectures_of(std::string_view list);

// sm_80, compute_80 or arch=compute_80,code=sm_80: the MUSA GPU, as mp_22.
std::optional<std::string> architecture_of(std::string_view option);

}  // namespace torchada::port::cmake
