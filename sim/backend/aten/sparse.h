// Sparse tensors: containers of index and value tensors, taken apart and put together again.
#pragma once

#include <ATen/core/Tensor.h>

#include "aten/member_map.h"

namespace musasim {

inline bool is_sparse_layout(const at::Tensor& tensor) {
  return tensor.layout() != at::kStrided && tensor.layout() != at::kMkldnn &&
         tensor.layout() != at::kJagged;
}

// A sparse tensor like `source` on `device`, over the mapped members.
at::Tensor remake_sparse(const at::Tensor& source, c10::Device device, const MemberMap& map);

// Gives `target` the shape and the mapped members of `source`.
void assign_sparse(const at::Tensor& target, const at::Tensor& source, const MemberMap& map);

}  // namespace musasim
