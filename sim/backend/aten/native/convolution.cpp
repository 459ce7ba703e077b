// Convolutions: under the tracer, and where PyTorch asks a backend for its own.
#include "aten/native/convolution.h"

#include <ATen/Context.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/convolution_backward_ops.h>
#include <ATen/ops/convolution_ops.h>

#include "aten/fallback.h"

namespace musasim {

namespace {

constexpr c10::DispatchKeySet kMusaKeys(c10::DispatchKey::PrivateUse1);

at::Tensor convolution_overrideable(const at::Tensor& input, const at::Tensor& weight,
                                    const std::optional<at::Tensor>& bias,
                                    c10::SymIntArrayRef stride, c10::SymIntArrayRef padding,
                                    c10::SymIntArrayRef dilation, bool transposed,
                                    c10::SymIntArrayRef output_padding, c10::SymInt groups) {
  return at::_ops::convolution::redispatch(kMusaKeys, input, weight, bias, stride, padding,
                                           dilation, transposed, output_padding, std::move(groups));
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_backward_overrideable(
    const at::Tensor& grad_output, const at::Tensor& input, const at::Tensor& weight,
    c10::SymIntArrayRef stride, c10::SymIntArrayRef padding, c10::SymIntArrayRef dilation,
    bool transposed, c10::SymIntArrayRef output_padding, c10::SymInt groups,
    std::array<bool, 3> output_mask) {
  const c10::SymInt bias_size = grad_output.sym_size(1);
  return at::_ops::convolution_backward::redispatch(
      kMusaKeys, grad_output, input, weight, c10::SymIntArrayRef(&bias_size, 1), stride, padding,
      dilation, transposed, output_padding, std::move(groups), output_mask);
}

}  // namespace

void convolution(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  if (!c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::Tracer)) {
    cpu_fallback(op, stack);
    return;
  }
  const at::Context& context = at::globalContext();
  torch::jit::push(*stack, context.benchmarkCuDNN(), context.deterministicCuDNN(),
                   context.userEnabledCuDNN(), true /* allow_tf32 */);
  c10::Dispatcher::singleton().findSchemaOrThrow("aten::_convolution", "").callBoxed(stack);
}

void register_overrideable_convolution(torch::Library& library) {
  library.impl("convolution_overrideable", TORCH_FN(convolution_overrideable));
  library.impl("convolution_backward_overrideable", TORCH_FN(convolution_backward_overrideable));
}

}  // namespace musasim
