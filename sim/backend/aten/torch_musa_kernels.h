// The operators that torch_musa itself has kernels of: MUSASIM_OPERATORS=torch_musa leaves out the others.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

namespace musasim {

// Whether the real torch_musa cannot run the operator: it has no kernel for the tensors of that key of the
// CPU, and PyTorch has none that is made of other operators. Always false while MUSASIM_OPERATORS is not set.
bool is_left_out(const c10::OperatorHandle& op, c10::DispatchKey cpu_key);

}  // namespace musasim
