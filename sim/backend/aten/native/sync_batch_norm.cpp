// The parts of SyncBatchNorm, of plain operators. Statistics of half precision are in float.
#include "aten/native/sync_batch_norm.h"

#include <ATen/OpMathType.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#else
#include <ATen/ops/full.h>
#include <ATen/ops/var_mean.h>
#endif

namespace musasim {

namespace {

using Optional = std::optional<at::Tensor>;

// All dimensions but that of the channels.
std::vector<std::int64_t> reduced_dimensions(const at::Tensor& input) {
  std::vector<std::int64_t> dimensions{0};
  for (std::int64_t i = 2; i < input.dim(); ++i) {
    dimensions.push_back(i);
  }
  return dimensions;
}

// Values of the channels in the shape that goes with the input.
at::Tensor spread(const at::Tensor& values, const at::Tensor& input) {
  std::vector<std::int64_t> shape(static_cast<std::size_t>(input.dim()), 1);
  shape[1] = input.size(1);
  return values.to(at::toOpMathType(input.scalar_type())).view(shape);
}

at::Tensor precise(const at::Tensor& input) {
  return input.to(at::toOpMathType(input.scalar_type()));
}

std::tuple<at::Tensor, at::Tensor> stats(const at::Tensor& input, double epsilon) {
  const auto [variance, mean] =
      at::var_mean(precise(input), reduced_dimensions(input), c10::Scalar(0));
  return {mean, variance.add(epsilon).rsqrt()};
}

at::Tensor apply(const at::Tensor& input, const Optional& weight, const Optional& bias,
                 const at::Tensor& mean, const at::Tensor& inverse, double /*epsilon*/) {
  at::Tensor result = (precise(input) - spread(mean, input)).mul_(spread(inverse, input));
  if (weight.has_value() && weight->defined()) {
    result.mul_(spread(*weight, input));
  }
  if (bias.has_value() && bias->defined()) {
    result.add_(spread(*bias, input));
  }
  return result.to(input.scalar_type());
}

at::Tensor& apply_out(const at::Tensor& input, const Optional& weight, const Optional& bias,
                      const at::Tensor& mean, const at::Tensor& inverse, double epsilon,
                      at::Tensor& output) {
  return output.resize_(input.sizes()).copy_(apply(input, weight, bias, mean, inverse, epsilon));
}

void move_towards(const Optional& running, const at::Tensor& value, double momentum) {
  if (running.has_value() && running->defined()) {
    running->mul_(1 - momentum).add_(value.to(running->scalar_type()), momentum);
  }
}

// `means` and `inverses` have a row for each process, `counts` the numbers of their elements.
std::tuple<at::Tensor, at::Tensor> gather_with_counts(const at::Tensor& /*input*/,
                                                      const at::Tensor& means,
                                                      const at::Tensor& inverses,
                                                      const Optional& running_mean,
                                                      const Optional& running_var, double momentum,
                                                      double epsilon, const at::Tensor& counts) {
  const at::Tensor share = counts.to(means.scalar_type()).reshape({-1, 1});
  const at::Tensor total = share.sum();
  const at::Tensor mean = (means * share).sum(0) / total;
  const at::Tensor variances = inverses.pow(-2) - epsilon + (means - mean).square();
  const at::Tensor variance = (variances * share).sum(0) / total;
  move_towards(running_mean, mean, momentum);
  move_towards(running_var, variance * (total / (total - 1)), momentum);
  return {mean, variance.add(epsilon).rsqrt()};
}

std::tuple<at::Tensor, at::Tensor> gather(const at::Tensor& input, const at::Tensor& means,
                                          const at::Tensor& inverses, const Optional& running_mean,
                                          const Optional& running_var, double momentum,
                                          double epsilon, std::int64_t count) {
  const at::Tensor counts = at::full({means.size(0)}, static_cast<double>(count), means.options());
  return gather_with_counts(input, means, inverses, running_mean, running_var, momentum, epsilon,
                            counts);
}

// Sums of the gradient, and of the gradient times the distance from the mean; the gradients of weight
// and bias. What is not asked for is undefined.
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> backward_reduce(
    const at::Tensor& gradient, const at::Tensor& input, const at::Tensor& mean,
    const at::Tensor& inverse, const Optional& weight, bool of_input, bool of_weight,
    bool of_bias) {
  const auto dimensions = reduced_dimensions(input);
  const at::Tensor sum = precise(gradient).sum(dimensions);
  const at::Tensor sum_of_distance =
      (precise(gradient) * (precise(input) - spread(mean, input))).sum(dimensions);
  const bool has_weight = weight.has_value() && weight->defined();
  const auto type = has_weight ? weight->scalar_type() : sum.scalar_type();
  return {of_input ? sum : at::Tensor(), of_input ? sum_of_distance : at::Tensor(),
          of_weight ? (sum_of_distance * inverse).to(type) : at::Tensor(),
          of_bias ? sum.to(type, /*non_blocking=*/false, /*copy=*/true) : at::Tensor()};
}

at::Tensor backward_apply(const at::Tensor& gradient, const at::Tensor& input,
                          const at::Tensor& mean, const at::Tensor& inverse, const Optional& weight,
                          const at::Tensor& sum, const at::Tensor& sum_of_distance,
                          const at::Tensor& counts) {
  const at::Tensor total = counts.sum().to(mean.scalar_type());
  const at::Tensor slope = inverse.square() * sum_of_distance / total;
  at::Tensor result = precise(gradient) - spread(sum / total, input);
  result.sub_((precise(input) - spread(mean, input)).mul_(spread(slope, input)));
  result.mul_(spread(inverse, input));
  if (weight.has_value() && weight->defined()) {
    result.mul_(spread(*weight, input));
  }
  return result.to(input.scalar_type());
}

}  // namespace

void register_sync_batch_norm(torch::Library& library) {
  library.impl("batch_norm_stats", TORCH_FN(stats));
  library.impl("batch_norm_elemt", TORCH_FN(apply));
  library.impl("batch_norm_elemt.out", TORCH_FN(apply_out));
  library.impl("batch_norm_gather_stats", TORCH_FN(gather));
  library.impl("batch_norm_gather_stats_with_counts", TORCH_FN(gather_with_counts));
  library.impl("batch_norm_backward_reduce", TORCH_FN(backward_reduce));
  library.impl("batch_norm_backward_elemt", TORCH_FN(backward_apply));
}

}  // namespace musasim
