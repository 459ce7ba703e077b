// Convolutions: under the tracer, and where PyTorch asks a backend for its own.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <torch/library.h>

namespace musasim {

// Boxed. The tracer has no name for convolution but for the _convolution that it is made of.
void convolution(const c10::OperatorHandle& op, torch::jit::Stack* stack);

// convolution_overrideable and its derivative, which _convolution calls on devices of this kind.
void register_overrideable_convolution(torch::Library& library);

}  // namespace musasim
