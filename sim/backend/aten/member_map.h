// Moves the tensors that a tensor is made of when it goes to another device.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>

namespace musasim {

using MemberMap = std::function<at::Tensor(const at::Tensor&)>;

}  // namespace musasim
