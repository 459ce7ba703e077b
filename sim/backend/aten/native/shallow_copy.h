// Whether a tensor can become one of another device in place, as CUDA's can.
#pragma once

#include <ATen/core/Tensor.h>

namespace musasim {

// True for two strided tensors, wherever they lie. PyTorch keeps a list of backends for this and
// PrivateUse1 is not on it; the torch that torch_musa is built with has it there. Without it
// Module.to() makes new parameters, which no optimizer knows.
bool has_compatible_shallow_copy_type(const at::Tensor& self, const at::Tensor& from);

}  // namespace musasim
