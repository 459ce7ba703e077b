// Operators that are computed in float: the CPU lacks them in half precision, or sums in it where CUDA
// sums in float.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/ScalarType.h>

namespace musasim {

constexpr const char* kWidenedOperators[] = {
    "avg_pool3d",
    "avg_pool3d.out",
    "avg_pool3d_backward",
    "avg_pool3d_backward.grad_input",
    "_upsample_bilinear2d_aa",
    "_upsample_bilinear2d_aa.out",
    "_upsample_bilinear2d_aa_backward",
    "_upsample_bilinear2d_aa_backward.grad_input",
    "multi_margin_loss",
    "multi_margin_loss_backward",
    "multilabel_margin_loss_forward",
    "multilabel_margin_loss_backward",
    "rrelu_with_noise",
    "rrelu_with_noise_",
    "rrelu_with_noise_backward",
    "native_layer_norm_backward",
    "native_layer_norm_backward.out",
    "embedding_dense_backward",
    "embedding_dense_backward.out",
};

// The types whose arithmetic is done in float.
inline bool is_narrow(c10::ScalarType type) {
  return type == c10::ScalarType::Half || type == c10::ScalarType::BFloat16;
}

// Does what cpu_fallback does, but half and bfloat16 tensors go in as float copies, and results come out in the
// type of the inputs.
void widened_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);

// Computes native_layer_norm: its second and third result, the statistics, stay in float, as CUDA keeps them.
void widened_statistics(const c10::OperatorHandle& op, torch::jit::Stack* stack);

}  // namespace musasim
