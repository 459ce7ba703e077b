// torch::headeronly::DeviceType, which torch 2.9 has in c10 alone.
#pragma once

#if __has_include_next(<torch/headeronly/core/DeviceType.h>)
#include_next <torch/headeronly/core/DeviceType.h>
#else
#include <c10/core/DeviceType.h>

namespace torch::headeronly {
using c10::DeviceType;
}  // namespace torch::headeronly
#endif
