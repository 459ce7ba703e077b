// Flash attention is the CPU's kernel. The others are computed by their definition in float32; what
// PyTorch passes from forward to backward as the seed of dropout is here the mask itself.
#include "aten/native/attention.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/ExpandUtils.h>
#include <ATen/native/transformers/attention.h>
#include <ATen/ops/_fused_sdp_choice_native.h>

#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "aten/widen.h"

namespace musasim {

namespace {

using OptionalTensor = std::optional<at::Tensor>;

struct Attention {
  double dropout;
  bool causal;
  double scale;
};

Attention attention_of(const at::Tensor& query, double dropout, bool causal,
                       std::optional<double> scale) {
  return {dropout, causal, scale.value_or(1.0 / std::sqrt(static_cast<double>(query.size(-1))))};
}

at::Tensor wide(const at::Tensor& tensor) {
  return is_narrow(tensor.scalar_type()) ? tensor.to(at::kFloat) : tensor;
}

at::Tensor scores(const at::Tensor& query, const at::Tensor& key, const OptionalTensor& bias,
                  const Attention& how) {
  at::Tensor result = at::matmul(wide(query), wide(key).transpose(-2, -1)).mul_(how.scale);
  if (bias.has_value() && bias->defined()) {
    result = result + wide(*bias);
  }
  if (how.causal) {
    const auto past =
        at::ones({result.size(-2), result.size(-1)}, result.options().dtype(at::kBool));
    result.masked_fill_(past.tril().logical_not(), -INFINITY);
  }
  return result;
}

// softmax from its logarithmic sum; a row in which nothing may be attended to is 0.
at::Tensor weights(const at::Tensor& scores, const at::Tensor& log_sum) {
  const at::Tensor sum = log_sum.unsqueeze(-1);
  return at::exp(scores - sum).masked_fill_(sum == -INFINITY, 0);
}

// The layout that the callers' transpose(1, 2) undoes.
at::Tensor by_position(const at::Tensor& result) {
  return result.dim() == 4 ? result.transpose(1, 2).contiguous().transpose(1, 2) : result;
}

struct Forward {
  at::Tensor output;
  at::Tensor log_sum;
  at::Tensor mask;  // scaled; a number without a meaning when there is no dropout, as CUDA's seed
};

Forward forward(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                const OptionalTensor& bias, const Attention& how) {
  const at::Tensor score = scores(query, key, bias, how);
  const at::Tensor log_sum = at::logsumexp(score, -1);
  at::Tensor weight = weights(score, log_sum);
  at::Tensor mask = at::empty({}, weight.options());
  if (how.dropout > 0) {
    const double kept = 1.0 - how.dropout;
    mask = at::empty_like(weight).bernoulli_(kept).div_(kept == 0 ? 1.0 : kept);
    weight = weight * mask;
  }
  const at::Tensor output = at::matmul(weight, wide(value)).to(query.scalar_type());
  return {by_position(output), log_sum.to(at::kFloat), mask};
}

struct Gradients {
  at::Tensor query, key, value, bias;
};

Gradients backward(const at::Tensor& grad, const at::Tensor& query, const at::Tensor& key,
                   const at::Tensor& value, const OptionalTensor& bias, const at::Tensor& mask,
                   const Attention& how) {
  const at::Tensor score = scores(query, key, bias, how);
  const at::Tensor weight = weights(score, at::logsumexp(score, -1));
  const bool dropped = how.dropout > 0;
  const at::Tensor wide_grad = wide(grad);
  const at::Tensor kept = dropped ? weight * mask : weight;
  at::Tensor grad_weight = at::matmul(wide_grad, wide(value).transpose(-2, -1));
  if (dropped) {
    grad_weight = grad_weight * mask;
  }
  const at::Tensor grad_score = weight * (grad_weight - (grad_weight * weight).sum(-1, true));
  Gradients result;
  result.query = at::matmul(grad_score, wide(key)).mul_(how.scale).to(query.scalar_type());
  result.key =
      at::matmul(grad_score.transpose(-2, -1), wide(query)).mul_(how.scale).to(key.scalar_type());
  result.value = at::matmul(kept.transpose(-2, -1), wide_grad).to(value.scalar_type());
  if (bias.has_value() && bias->defined()) {
    result.bias = at::sum_to(grad_score, bias->sizes()).to(bias->scalar_type());
  }
  return result;
}

// ---- which one: flash, then math, then what is computed as math is

bool is_plain(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value) {
  return query.dim() == 4 && !query.is_nested() && !key.is_nested() && !value.is_nested() &&
         query.size(1) == key.size(1) && key.size(1) == value.size(1);
}

int64_t choose(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
               const OptionalTensor& mask, double dropout, bool causal, std::optional<double> scale,
               bool grouped) {
  const auto number = [](at::SDPBackend backend) { return static_cast<int64_t>(backend); };
  const at::Context& context = at::globalContext();
  const bool plain = is_plain(query, key, value);
  const bool math = context.userEnabledMathSDP();
  const bool efficient = context.userEnabledMemEfficientSDP() && plain;
  const bool has_mask = mask.has_value() && mask->defined();
  // The CPU's kernel has no dropout; the overrideable backend here has, and is as fused.
  if (context.userEnabledFlashSDP() && dropout > 0 && !math && !efficient && plain && !has_mask) {
    return number(at::SDPBackend::overrideable);
  }
  // PyTorch's choice for the CPU knows flash and math alone, and raises where neither will do.
  if (context.userEnabledFlashSDP() && dropout == 0 && (math || !efficient)) {
    return at::native::_fused_sdp_choice_cpp(query, key, value, mask, dropout, causal, scale,
                                             grouped);
  }
  if (math) {
    return number(at::SDPBackend::math);
  }
  return number(efficient ? at::SDPBackend::efficient_attention : at::SDPBackend::error);
}

// ---- efficient attention

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> efficient_forward(
    const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
    const OptionalTensor& bias, bool with_log_sum, double dropout, bool causal,
    std::optional<double> scale) {
  Forward result = forward(query, key, value, bias, attention_of(query, dropout, causal, scale));
  at::Tensor log_sum = with_log_sum ? result.log_sum : at::empty({0}, result.log_sum.options());
  return {result.output, log_sum, result.mask, at::empty({}, query.options().dtype(at::kLong))};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> efficient_backward(
    const at::Tensor& grad, const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
    const at::Tensor& bias, const at::Tensor& /*out*/, const at::Tensor& /*log_sum*/,
    const at::Tensor& mask, const at::Tensor& /*offset*/, double dropout,
    std::array<bool, 4> wanted, bool causal, std::optional<double> scale) {
  if (!grad.defined()) {
    return {};
  }
  Gradients result =
      backward(grad, query, key, value, bias, mask, attention_of(query, dropout, causal, scale));
  return {result.query, result.key, result.value, wanted[3] ? result.bias : at::Tensor()};
}

// ---- flash attention as CUDA has it, and the overrideable backend

using FusedResult = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, c10::SymInt,
                               c10::SymInt, at::Tensor, at::Tensor, at::Tensor>;

FusedResult fused(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                  const OptionalTensor& bias, double dropout, bool causal,
                  std::optional<double> scale) {
  Forward result = forward(query, key, value, bias, attention_of(query, dropout, causal, scale));
  return {result.output,
          result.log_sum,
          at::Tensor(),
          at::Tensor(),
          c10::SymInt(query.size(-2)),
          c10::SymInt(key.size(-2)),
          result.mask,
          at::empty({}, query.options().dtype(at::kLong)),
          at::empty({0}, query.options())};
}

FusedResult flash(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                  double dropout, bool causal, bool /*debug*/, std::optional<double> scale) {
  return fused(query, key, value, std::nullopt, dropout, causal, scale);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> flash_backward(
    const at::Tensor& grad, const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
    const at::Tensor& /*out*/, const at::Tensor& /*log_sum*/, const at::Tensor& /*queries*/,
    const at::Tensor& /*keys*/, c10::SymInt /*longest_query*/, c10::SymInt /*longest_key*/,
    double dropout, bool causal, const at::Tensor& mask, const at::Tensor& /*offset*/,
    std::optional<double> scale) {
  Gradients result = backward(grad, query, key, value, std::nullopt, mask,
                              attention_of(query, dropout, causal, scale));
  return {result.query, result.key, result.value};
}

FusedResult overrideable(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                         const OptionalTensor& bias, double dropout, bool causal, bool /*debug*/,
                         std::optional<double> scale) {
  return fused(query, key, value, bias, dropout, causal, scale);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> overrideable_backward(
    const at::Tensor& grad, const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
    const at::Tensor& bias, std::array<bool, 4> wanted, const at::Tensor& out,
    const at::Tensor& log_sum, const at::Tensor& /*queries*/, const at::Tensor& /*keys*/,
    c10::SymInt /*longest_query*/, c10::SymInt /*longest_key*/, double dropout, bool causal,
    const at::Tensor& mask, const at::Tensor& offset, std::optional<double> scale) {
  return efficient_backward(grad, query, key, value, bias, out, log_sum, mask, offset, dropout,
                            wanted, causal, scale);
}

}  // namespace

void register_attention(torch::Library& library) {
  library.impl("_fused_sdp_choice", TORCH_FN(choose));
  library.impl("_scaled_dot_product_efficient_attention", TORCH_FN(efficient_forward));
  library.impl("_scaled_dot_product_efficient_attention_backward", TORCH_FN(efficient_backward));
  library.impl("_scaled_dot_product_flash_attention", TORCH_FN(flash));
  library.impl("_scaled_dot_product_flash_attention_backward", TORCH_FN(flash_backward));
  library.impl("_scaled_dot_product_fused_attention_overrideable", TORCH_FN(overrideable));
  library.impl("_scaled_dot_product_fused_attention_overrideable_backward",
               TORCH_FN(overrideable_backward));
}

}  // namespace musasim

namespace at::native {

// The answer for scaled_dot_product_attention.
REGISTER_PRIVATEUSE1_DISPATCH(_fused_sdp_choice_stub, &musasim::choose)

}  // namespace at::native
