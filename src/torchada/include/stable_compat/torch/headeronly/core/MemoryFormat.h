// torch::headeronly::MemoryFormat, which torch 2.9 has in c10 alone.
#pragma once

#if __has_include_next(<torch/headeronly/core/MemoryFormat.h>)
#include_next <torch/headeronly/core/MemoryFormat.h>
#else
#include <c10/core/MemoryFormat.h>

namespace torch::headeronly {
using c10::MemoryFormat;
}  // namespace torch::headeronly
#endif
