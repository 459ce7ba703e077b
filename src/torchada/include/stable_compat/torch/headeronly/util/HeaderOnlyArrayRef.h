// torch::headeronly::HeaderOnlyArrayRef, which torch 2.9 has in c10 alone.
#pragma once

#if __has_include_next(<torch/headeronly/util/HeaderOnlyArrayRef.h>)
#include_next <torch/headeronly/util/HeaderOnlyArrayRef.h>
#else
#include <c10/util/ArrayRef.h>

namespace torch::headeronly {
template <typename T>
using HeaderOnlyArrayRef = c10::ArrayRef<T>;
using IntHeaderOnlyArrayRef = c10::ArrayRef<int64_t>;
}  // namespace torch::headeronly
#endif
