"""_fused_rmsnorm_forward and _fused_rmsnorm_backward: x / sqrt(mean(x^2) + eps) * weight."""

import torch

from ._library import define, wide
from .register_fake_impl import fused_rmsnorm_backward, fused_rmsnorm_forward


def _forward(input, normalized_shape, eps, weight=None):
    if list(input.shape[input.dim() - len(normalized_shape) :]) != list(normalized_shape):
        raise RuntimeError(
            f"_fused_rmsnorm_forward: normalized_shape {list(normalized_shape)} must be the last "
            f"dimensions of the input, whose shape is {list(input.shape)}"
        )
    x = input.to(wide(input))
    dims = tuple(range(-len(normalized_shape), 0))
    invvar = torch.rsqrt(x.square().mean(dims, keepdim=True) + eps)
    output = x * invvar if weight is None else x * invvar * weight
    return output.to(input.dtype), invvar.reshape(input.shape[: input.dim() - len(dims)])


def _backward(grad_out, invvar, input, normalized_shape, eps, weight=None):
    x, grad = input.to(wide(input)), grad_out.to(wide(input))
    dims = tuple(range(-len(normalized_shape), 0))
    inverse = invvar.reshape(invvar.shape + (1,) * len(dims))
    normal = x * inverse
    scaled = grad if weight is None else grad * weight
    grad_input = (scaled - normal * (scaled * normal).mean(dims, keepdim=True)) * inverse
    if weight is None:
        return grad_input.to(input.dtype), input.new_empty(0)
    groups = tuple(range(input.dim() - len(dims)))
    grad_weight = (grad * normal).sum(groups) if groups else grad * normal
    return grad_input.to(input.dtype), grad_weight.to(weight.dtype)


def _setup_context(ctx, inputs, output):
    input, ctx.normalized_shape, ctx.eps, weight = inputs
    ctx.save_for_backward(input, weight, output[1])
    ctx.mark_non_differentiable(output[1])
    ctx.set_materialize_grads(False)


def _differentiate(ctx, grad_out, _):
    if grad_out is None:
        return None, None, None, None
    input, weight, invvar = ctx.saved_tensors
    grads = backward_op(grad_out, invvar, input, ctx.normalized_shape, ctx.eps, weight)
    return grads[0], None, None, grads[1] if weight is not None else None


backward_op = define(
    "_fused_rmsnorm_backward(Tensor grad_out, Tensor invvar, Tensor input, SymInt[] normalized_shape, "
    "float eps, Tensor? weight=None) -> (Tensor grad_input, Tensor grad_weight)",
    _backward,
    fake=fused_rmsnorm_backward,
)
forward_op = define(
    "_fused_rmsnorm_forward(Tensor input, SymInt[] normalized_shape, float eps, Tensor? weight=None) "
    "-> (Tensor output, Tensor invvar)",
    _forward,
    fake=fused_rmsnorm_forward,
    setup_context=_setup_context,
    backward=_differentiate,
)
