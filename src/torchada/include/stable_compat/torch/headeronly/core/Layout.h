// torch::headeronly::Layout, which torch 2.9 has in c10 alone.
#pragma once

#if __has_include_next(<torch/headeronly/core/Layout.h>)
#include_next <torch/headeronly/core/Layout.h>
#else
#include <c10/core/Layout.h>

namespace torch::headeronly {
using c10::Layout;
}  // namespace torch::headeronly
#endif
