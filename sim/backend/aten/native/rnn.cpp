// The cells by their definition. Half precision is computed in float, as CUDA's kernels do.
#include "aten/native/rnn.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros_like.h>

#include <initializer_list>

#include "aten/widen.h"

namespace musasim {

namespace {

at::Tensor widen(const at::Tensor& tensor) {
  return is_narrow(tensor.scalar_type()) ? tensor.to(at::kFloat) : tensor;
}

bool is_given(const OptionalTensor& tensor) { return tensor.has_value() && tensor->defined(); }

// gates + bias, in the precision of the computation
at::Tensor with_bias(const at::Tensor& gates, const OptionalTensor& bias) {
  const at::Tensor wide = widen(gates);
  return is_given(bias) ? wide + widen(*bias) : wide;
}

// The derivative of a sigmoid or a tanh, from its value.
at::Tensor sigmoid_slope(const at::Tensor& value) { return value * (1 - value); }
at::Tensor tanh_slope(const at::Tensor& value) { return 1 - value * value; }

at::Tensor columns(std::initializer_list<at::Tensor> parts) {
  return at::cat(at::TensorList(parts), 1);
}

at::Tensor bias_gradient(const at::Tensor& gates, bool has_bias) {
  return has_bias ? gates.sum(0, false) : at::Tensor();
}

}  // namespace

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstm_cell(const at::Tensor& input_gates,
                                                         const at::Tensor& hidden_gates,
                                                         const at::Tensor& cx,
                                                         const OptionalTensor& input_bias,
                                                         const OptionalTensor& hidden_bias) {
  const at::Tensor gates =
      with_bias(input_gates, input_bias) + with_bias(hidden_gates, hidden_bias);
  const auto parts = gates.chunk(4, 1);
  const at::Tensor in = at::sigmoid(parts[0]);
  const at::Tensor forget = at::sigmoid(parts[1]);
  const at::Tensor cell = at::tanh(parts[2]);
  const at::Tensor out = at::sigmoid(parts[3]);
  const at::Tensor cy = forget * widen(cx) + in * cell;
  const at::Tensor hy = out * at::tanh(cy);
  const auto dtype = input_gates.scalar_type();
  return {hy.to(dtype), cy.to(dtype), columns({in, forget, cell, out}).to(dtype)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstm_cell_backward(
    const OptionalTensor& grad_hy, const OptionalTensor& grad_cy, const at::Tensor& cx,
    const at::Tensor& cy, const at::Tensor& workspace, bool has_bias) {
  if (!is_given(grad_hy) && !is_given(grad_cy)) {
    return {};
  }
  const auto parts = widen(workspace).chunk(4, 1);
  const at::Tensor &in = parts[0], &forget = parts[1], &cell = parts[2], &out = parts[3];
  const at::Tensor squashed = at::tanh(widen(cy));
  const at::Tensor from_hy = is_given(grad_hy) ? widen(*grad_hy) : at::zeros_like(squashed);
  at::Tensor grad_cell = from_hy * out * tanh_slope(squashed);
  if (is_given(grad_cy)) {
    grad_cell = grad_cell + widen(*grad_cy);
  }
  const at::Tensor gates =
      columns({grad_cell * cell * sigmoid_slope(in), grad_cell * widen(cx) * sigmoid_slope(forget),
               grad_cell * in * tanh_slope(cell), from_hy * squashed * sigmoid_slope(out)})
          .to(workspace.scalar_type());
  return {gates, (grad_cell * forget).to(cx.scalar_type()), bias_gradient(gates, has_bias)};
}

std::tuple<at::Tensor, at::Tensor> gru_cell(const at::Tensor& input_gates,
                                            const at::Tensor& hidden_gates, const at::Tensor& hx,
                                            const OptionalTensor& input_bias,
                                            const OptionalTensor& hidden_bias) {
  const auto from_input = with_bias(input_gates, input_bias).chunk(3, 1);
  const auto from_hidden = with_bias(hidden_gates, hidden_bias).chunk(3, 1);
  const at::Tensor wide_hx = widen(hx);
  const at::Tensor reset = at::sigmoid(from_input[0] + from_hidden[0]);
  const at::Tensor update = at::sigmoid(from_input[1] + from_hidden[1]);
  const at::Tensor fresh = at::tanh(from_input[2] + reset * from_hidden[2]);
  const at::Tensor hy = fresh + update * (wide_hx - fresh);
  const auto dtype = input_gates.scalar_type();
  return {hy.to(dtype), columns({reset, update, fresh, wide_hx, from_hidden[2]}).to(dtype)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, at::Tensor> gru_cell_backward(
    const at::Tensor& grad_hy, const at::Tensor& workspace, bool has_bias) {
  const auto parts = widen(workspace).chunk(5, 1);
  const at::Tensor &reset = parts[0], &update = parts[1], &fresh = parts[2];
  const at::Tensor grad = widen(grad_hy);
  const at::Tensor grad_update = grad * (parts[3] - fresh) * sigmoid_slope(update);
  const at::Tensor grad_fresh = grad * (1 - update) * tanh_slope(fresh);
  const at::Tensor grad_reset = grad_fresh * parts[4] * sigmoid_slope(reset);
  const auto dtype = workspace.scalar_type();
  const at::Tensor input = columns({grad_reset, grad_update, grad_fresh}).to(dtype);
  const at::Tensor hidden = columns({grad_reset, grad_update, grad_fresh * reset}).to(dtype);
  return {input, hidden, (grad * update).to(dtype), bias_gradient(input, has_bias),
          bias_gradient(hidden, has_bias)};
}

}  // namespace musasim
