"""swish_glu, gated_silu, _fused_swiglu_forward and _fused_swiglu_backward: silu(first half of the last
dimension) * second half."""

import torch

from ._library import define, wide


def _halves(input):
    if input.dim() == 0 or input.shape[-1] % 2:
        raise RuntimeError(
            f"swish_glu: the last dimension must be even, but the shape is {list(input.shape)}"
        )
    return input.to(wide(input)).chunk(2, dim=-1)


def _forward(input):
    gate, value = _halves(input)
    return (torch.nn.functional.silu(gate) * value).to(input.dtype)


def _backward(grad, input):
    gate, value = _halves(input)
    wide_grad = grad.to(gate.dtype)
    sigmoid = gate.sigmoid()
    grad_gate = wide_grad * value * sigmoid * (1 + gate * (1 - sigmoid))
    return torch.cat((grad_gate, wide_grad * gate * sigmoid), dim=-1).to(input.dtype)


def _setup_context(ctx, inputs, output):
    ctx.save_for_backward(inputs[0])


def _differentiate(ctx, grad):
    return backward_op(grad, ctx.saved_tensors[0])


def _half_as_long(input):
    return input.new_empty((*input.shape[:-1], input.shape[-1] // 2))


backward_op = define(
    "_fused_swiglu_backward(Tensor grad, Tensor input) -> Tensor",
    _backward,
    fake=lambda grad, input: torch.empty_like(input, memory_format=torch.contiguous_format),
)
forward_op = define(
    "_fused_swiglu_forward(Tensor input) -> Tensor",
    _forward,
    fake=_half_as_long,
    setup_context=_setup_context,
    backward=_differentiate,
)
define("swish_glu(Tensor input) -> Tensor", forward_op)
define("gated_silu(Tensor input) -> Tensor", forward_op)
