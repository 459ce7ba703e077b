// topk that chooses among equal elements as a GPU does.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace musasim {

// Takes those of equal elements that have the lowest indices, as CUDA's kernel does. The CPU's kernel takes
// any, and programs compare the choice with that of kernels of their own.
void topk(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace musasim
