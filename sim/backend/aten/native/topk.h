// topk that chooses among equal elements as a GPU does.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace musasim {

// Of equal elements those with the lowest indices, which CUDA's kernel takes too. The CPU's kernel takes
// any, and programs compare the choice with that of kernels of their own.
void topk(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace musasim
