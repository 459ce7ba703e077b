// Autocast of PrivateUse1: PyTorch's own lists of operators, and double tensors are cast too.
#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include <optional>
#include <vector>

namespace musasim {

namespace {

// PyTorch's lists name these types without a namespace.
using namespace at;

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
                    argument.device().type() == c10::DeviceType::PrivateUse1;
  return cast ? argument.to(at::kFloat) : argument;
}
std::optional<at::Tensor> without_double(const std::optional<at::Tensor>& argument) {
  return argument.has_value() ? std::optional<at::Tensor>(without_double(*argument)) : std::nullopt;
}
std::vector<at::Tensor> without_double(at::TensorList arguments) {
  std::vector<at::Tensor> result;
  result.reserve(arguments.size());
  for (const at::Tensor& argument : arguments) {
    result.push_back(without_double(argument));
  }
  return result;
}
template <class Argument>
Argument without_double(Argument argument) {
  return argument;
}

template <autocast::CastPolicy kPolicy, class Function, Function* kFunction>
struct DoubleToo;

template <autocast::CastPolicy kPolicy, class Result, class... Arguments,
          Result (*kFunction)(Arguments...)>
struct DoubleToo<kPolicy, Result(Arguments...), kFunction> {
  static Result call(Arguments... arguments) {
    using Wrapped = autocast::WrapFunction<kPolicy, c10::DeviceType::PrivateUse1,
                                           Result(Arguments...), Result(Arguments...), kFunction>;
    return Wrapped::type::call(without_double(arguments)...);
  }
};

}  // namespace

// (operator) or (operator, overload)
#define MUSASIM_NAME1(OPERATOR) "aten::" #OPERATOR
#define MUSASIM_NAME2(OPERATOR, OVERLOAD) "aten::" #OPERATOR "." #OVERLOAD
#define MUSASIM_FUNCTION1(OPERATOR) ATEN_FN(OPERATOR)
#define MUSASIM_FUNCTION2(OPERATOR, OVERLOAD) ATEN_FN2(OPERATOR, OVERLOAD)
#define MUSASIM_SECOND_OF(FIRST, SECOND, KIND, ...) KIND
#define MUSASIM_CAST(POLICY, ...)                                                     \
  m.impl(MUSASIM_SECOND_OF(__VA_ARGS__, MUSASIM_NAME2, MUSASIM_NAME1, )(__VA_ARGS__), \
         &DoubleToo<autocast::CastPolicy::POLICY,                                     \
                    decltype(MUSASIM_SECOND_OF(__VA_ARGS__, MUSASIM_FUNCTION2,        \
                                               MUSASIM_FUNCTION1, )(__VA_ARGS__)),    \
                    &MUSASIM_SECOND_OF(__VA_ARGS__, MUSASIM_FUNCTION2,                \
                                       MUSASIM_FUNCTION1, )(__VA_ARGS__)>::call);

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
#define MUSASIM_LOWER_PRECISION_FP(...) MUSASIM_CAST(lower_precision_fp, __VA_ARGS__)
  AT_FORALL_LOWER_PRECISION_FP(MUSASIM_LOWER_PRECISION_FP)
  MUSASIM_CAST(lower_precision_fp, convolution_overrideable)
#undef MUSASIM_LOWER_PRECISION_FP

#define MUSASIM_FP32(...) MUSASIM_CAST(fp32, __VA_ARGS__)
  AT_FORALL_FP32(MUSASIM_FP32)
#undef MUSASIM_FP32

#define MUSASIM_FP32_SET_OPT_DTYPE(...) MUSASIM_CAST(fp32_set_opt_dtype, __VA_ARGS__)
  AT_FORALL_FP32_SET_OPT_DTYPE(MUSASIM_FP32_SET_OPT_DTYPE)
#undef MUSASIM_FP32_SET_OPT_DTYPE

  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)

#define MUSASIM_PROMOTE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)
  AT_FORALL_PROMOTE(MUSASIM_PROMOTE)
#undef MUSASIM_PROMOTE

  m.impl(TORCH_SELECTIVE_NAME("aten::binary_cross_entropy"), TORCH_FN(refuse_binary_cross_entropy));
}

}  // namespace musasim
