"""rope, _fused_rope_forward and _fused_rope_backward: rotary position embedding.

input is [sequence, batch, heads, dim], or [batch, sequence, heads, dim] with batch_first; freq_cis holds
angles, [at least sequence, dim]. Elements are turned in pairs: neighbours with rotary_interleaved, else
one of the first half with one of the second. multi_latent_attention first brings the elements of even
index to the front, those of odd index behind them.
"""

import torch

from ._library import define, wide

_ARGUMENTS = (
    "Tensor freq_cis, bool rotary_interleaved, bool batch_first, bool multi_latent_attention=False"
)


def _check(input, freq_cis, batch_first):
    length = input.shape[1 if batch_first else 0] if input.dim() == 4 else None
    if length is None or freq_cis.dim() != 2:
        raise RuntimeError(
            "rope: expected an input of 4 dimensions and a freq_cis of 2 dimensions, but they have "
            f"{input.dim()} and {freq_cis.dim()}"
        )
    if freq_cis.shape[0] < length or freq_cis.shape[1] != input.shape[3] or input.shape[3] % 2:
        raise RuntimeError(
            f"rope: an input of shape {list(input.shape)} needs a freq_cis of at least {length} rows "
            f"and of {input.shape[3]} columns, an even number, but its shape is "
            f"{list(freq_cis.shape)}"
        )


def _angles(input, freq_cis, batch_first):
    if not batch_first:
        return freq_cis[: input.shape[0], None, None, :].to(wide(input))
    return freq_cis[None, : input.shape[1], None, :].to(wide(input))


def _turned(x, interleaved):
    """Each pair (a, b) as (-b, a)."""
    if interleaved:
        return torch.stack((-x[..., 1::2], x[..., 0::2]), dim=-1).flatten(-2)
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


def _forward(input, freq_cis, rotary_interleaved, batch_first, multi_latent_attention=False):
    _check(input, freq_cis, batch_first)
    angles = _angles(input, freq_cis, batch_first)
    x = input.to(angles.dtype)
    if multi_latent_attention:
        x = torch.cat((x[..., 0::2], x[..., 1::2]), dim=-1)
    result = x * angles.cos() + _turned(x, rotary_interleaved) * angles.sin()
    return result.to(input.dtype)


def _backward(grad, freq_cis, rotary_interleaved, batch_first, multi_latent_attention=False):
    _check(grad, freq_cis, batch_first)
    angles = _angles(grad, freq_cis, batch_first)
    wide_grad = grad.to(angles.dtype)
    # The transpose of turning is turning backwards.
    result = wide_grad * angles.cos() - _turned(wide_grad * angles.sin(), rotary_interleaved)
    if multi_latent_attention:
        result = torch.stack(result.chunk(2, dim=-1), dim=-1).flatten(-2)
    return result.to(grad.dtype)


def _setup_context(ctx, inputs, output):
    ctx.options = inputs[2:]
    ctx.save_for_backward(inputs[1])


def _differentiate(ctx, grad):
    (freq_cis,) = ctx.saved_tensors
    return backward_op(grad, freq_cis, *ctx.options), None, None, None, None


def _like_the_first(first, *others):
    return torch.empty_like(first, memory_format=torch.contiguous_format)


backward_op = define(
    f"_fused_rope_backward(Tensor grad, {_ARGUMENTS}) -> Tensor", _backward, fake=_like_the_first
)
forward_op = define(
    f"_fused_rope_forward(Tensor input, {_ARGUMENTS}) -> Tensor",
    _forward,
    fake=_like_the_first,
    setup_context=_setup_context,
    backward=_differentiate,
)
define(f"rope(Tensor input, {_ARGUMENTS}) -> Tensor", forward_op)
