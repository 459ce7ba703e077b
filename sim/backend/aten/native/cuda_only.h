// Operators that PyTorch has for CUDA and not for the CPU.
#pragma once

#include <torch/library.h>

namespace musasim {

// mm, bmm, addmm and baddbmm with an out_dtype, and histc of integers.
void register_cuda_only(torch::Library& library);

}  // namespace musasim
