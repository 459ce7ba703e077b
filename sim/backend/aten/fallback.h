// The kernel of every operator that has none of its own here: the CPU's, on the same memory.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace musasim {

// Each for the PrivateUse1 key of its kind.
void sparse_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);
void sparse_csr_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);
void quantized_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);
void nested_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);
void cpu_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace musasim
