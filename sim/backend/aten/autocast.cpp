// Autocast of PrivateUse1: PyTorch's own lists of operators, and double tensors are cast too.
#include <ATen/autocast_mode.h>
#include <c10/util/FunctionRef.h>
#include <torch/library.h>

#include <optional>
#include <utility>

#include "torch_glue/device_type.h"

namespace musasim {

namespace {

namespace autocast = at::autocast;

at::Tensor refuse_binary_cross_entropy(const at::Tensor& /*self*/, const at::Tensor& /*target*/,
                                       const std::optional<at::Tensor>& /*weight*/,
                                       int64_t /*reduction*/) {
  TORCH_CHECK(false,
              "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to "
              "autocast.\nMany models use a sigmoid layer right before the binary cross entropy "
              "layer.\nIn this case, combine the two layers using "
              "torch.nn.functional.binary_cross_entropy_with_logits\nor torch.nn.BCEWithLogitsLoss."
              "  binary_cross_entropy_with_logits and BCEWithLogits are\nsafe to autocast.");
}

// torch_musa casts double tensors too, which PyTorch's wrappers leave alone: they go in as float.
at::Tensor without_double(const at::Tensor& argument) {
  const bool cast = argument.defined() && argument.scalar_type() == at::kDouble &&
                    argument.device().type() == kMusa;
  return cast ? argument.to(at::kFloat) : argument;
}

// The kernels are boxed: one for each policy, not one for each of the hundred operators, whose
// wrappers took half a minute to compile.
using Change = c10::function_ref<at::Tensor(const at::Tensor&)>;

void change_tensors(c10::ArrayRef<c10::Argument> arguments, torch::jit::Stack& stack,
                    Change change) {
  const std::size_t begin = stack.size() - arguments.size();
  for (std::size_t i = begin; i < stack.size(); ++i) {
    if (stack[i].isTensor()) {
      stack[i] = change(stack[i].toTensor());
    } else if (stack[i].isTensorList()) {
      c10::List<at::Tensor> changed;
      for (const at::Tensor& tensor : stack[i].toTensorVector()) {
        changed.push_back(change(tensor));
      }
      stack[i] = std::move(changed);
    }
  }
}

void cast_all(const c10::OperatorHandle& op, torch::jit::Stack& stack, at::ScalarType type) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  change_tensors(op.schema().arguments(), stack, [type](const at::Tensor& tensor) {
    return autocast::cached_cast(type, without_double(tensor), kMusa);
  });
  op.callBoxed(stack);
}

void lower_precision(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  cast_all(op, *stack, autocast::get_autocast_dtype(kMusa));
}

void float32(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  cast_all(op, *stack, at::kFloat);
}

// The result becomes float, unless the caller has chosen its type.
void float32_result(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  const auto& arguments = op.schema().arguments();
  change_tensors(arguments, *stack, without_double);
  const auto values = torch::jit::last(*stack, arguments.size());
  if (values[0].isTensor() && autocast::is_eligible(values[0].toTensor(), kMusa)) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].name() == "dtype" && values[i].isNone()) {
        torch::jit::peek(*stack, i, arguments.size()) = static_cast<int64_t>(at::kFloat);
      }
    }
  }
  op.callBoxed(stack);
}

// All arguments get the widest type among them.
void widest(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  const auto& arguments = op.schema().arguments();
  at::ScalarType type = autocast::get_autocast_dtype(kMusa);
  change_tensors(arguments, *stack, [&type](const at::Tensor& tensor) {
    type = autocast::prioritize(type, tensor, kMusa);
    return tensor;
  });
  change_tensors(arguments, *stack, [type](const at::Tensor& tensor) {
    return autocast::cached_cast(type, tensor, kMusa);
  });
  op.callBoxed(stack);
}

}  // namespace

// (operator) or (operator, overload)
#define MUSASIM_NAME1(OPERATOR) "aten::" #OPERATOR
#define MUSASIM_NAME2(OPERATOR, OVERLOAD) "aten::" #OPERATOR "." #OVERLOAD
#define MUSASIM_SECOND_OF(FIRST, SECOND, KIND, ...) KIND
#define MUSASIM_CAST(POLICY, ...)                                                     \
  m.impl(MUSASIM_SECOND_OF(__VA_ARGS__, MUSASIM_NAME2, MUSASIM_NAME1, )(__VA_ARGS__), \
         torch::CppFunction::makeFromBoxedFunction<&POLICY>());

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
#define MUSASIM_LOWER_PRECISION(...) MUSASIM_CAST(lower_precision, __VA_ARGS__)
  AT_FORALL_LOWER_PRECISION_FP(MUSASIM_LOWER_PRECISION)
  MUSASIM_CAST(lower_precision, convolution_overrideable)
#undef MUSASIM_LOWER_PRECISION

#define MUSASIM_FLOAT32(...) MUSASIM_CAST(float32, __VA_ARGS__)
  AT_FORALL_FP32(MUSASIM_FLOAT32)
#undef MUSASIM_FLOAT32

#define MUSASIM_FLOAT32_RESULT(...) MUSASIM_CAST(float32_result, __VA_ARGS__)
  AT_FORALL_FP32_SET_OPT_DTYPE(MUSASIM_FLOAT32_RESULT)
#undef MUSASIM_FLOAT32_RESULT

  // PyTorch's list names these types without a namespace.
  using namespace at;
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)

#define MUSASIM_WIDEST(...) MUSASIM_CAST(widest, __VA_ARGS__)
  AT_FORALL_PROMOTE(MUSASIM_WIDEST)
#undef MUSASIM_WIDEST

  m.impl(TORCH_SELECTIVE_NAME("aten::binary_cross_entropy"), TORCH_FN(refuse_binary_cross_entropy));
}

}  // namespace musasim
