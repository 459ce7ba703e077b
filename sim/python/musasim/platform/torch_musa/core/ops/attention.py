"""_scaled_dot_product_attention_math_musa and _flash_musa, with their backward operators.

query, key and value are [..., heads, length, dim]; a key and value with fewer heads are shared by groups
of the query's. The dropout mask holds the factors 0 and 1/(1-p); it is empty without dropout.
scaled_dot_product_attention itself does not come here: PyTorch's CPU operators compute it.
"""

import math

import torch

from ._library import autocast_to_half, define, wide

_FORWARD = (
    "Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, "
    "bool is_causal=False, *, float? scale=None"
)
_BACKWARD = (
    "Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor output, Tensor {}, "
    "Tensor dropout_mask, bool is_causal, Tensor? attn_mask=None, *, float? scale=None) "
    "-> (Tensor grad_query, Tensor grad_key, Tensor grad_value, Tensor grad_attn_mask"
)


def _share_heads(tensor, heads):
    groups = heads // tensor.shape[-3] if tensor.dim() > 2 else 1
    return tensor.repeat_interleave(groups, dim=-3) if groups > 1 else tensor


def _scores(query, key, attn_mask, is_causal, scale):
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    key = _share_heads(key.to(wide(key)), query.shape[-3] if query.dim() > 2 else 1)
    scores = query.to(key.dtype) @ key.transpose(-2, -1) * scale
    if is_causal:
        kept = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
        scores = scores.masked_fill(~kept, -math.inf)
    if attn_mask is None:
        return scores
    if attn_mask.dtype == torch.bool:
        return scores.masked_fill(~attn_mask, -math.inf)
    return scores + attn_mask


def _weights(scores, normalizer):
    # A row without any key gives zeros, not the difference of two infinities.
    normalizer = normalizer.unsqueeze(-1)
    return torch.exp(scores - normalizer).masked_fill(normalizer == -math.inf, 0)


def _forward(query, key, value, attn_mask, dropout_p, is_causal, scale):
    scores = _scores(query, key, attn_mask, is_causal, scale)
    normalizer = torch.logsumexp(scores, dim=-1)
    weights = _weights(scores, normalizer)
    mask = query.new_empty(0, dtype=weights.dtype)
    if dropout_p > 0:
        mask = torch.empty_like(weights).bernoulli_(1 - dropout_p).div_(max(1 - dropout_p, 1e-38))
    dropped = weights * mask if mask.numel() else weights
    heads = query.shape[-3] if query.dim() > 2 else 1
    output = dropped @ _share_heads(value.to(dropped.dtype), heads)
    return output.to(query.dtype), weights, normalizer, mask


def _math(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None):
    output, weights, _, mask = _forward(query, key, value, attn_mask, dropout_p, is_causal, scale)
    return output, weights.to(query.dtype), mask


def _flash(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None):
    output, _, normalizer, mask = _forward(
        query, key, value, attn_mask, dropout_p, is_causal, scale
    )
    return output, normalizer, mask


def _sum_groups(gradient, like):
    """The gradient of a key or value that several heads share."""
    if gradient.shape != like.shape:
        groups = gradient.shape[-3] // like.shape[-3]
        gradient = gradient.unflatten(-3, (like.shape[-3], groups)).sum(-3)
    return gradient.to(like.dtype)


def _gradients(grad_out, query, key, value, weights, mask, attn_mask, scale):
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    heads = query.shape[-3] if query.dim() > 2 else 1
    grad, weights = grad_out.to(wide(query)), weights.to(wide(query))
    dropped = weights * mask if mask.numel() else weights
    grad_value = dropped.transpose(-2, -1) @ grad
    grad_weights = grad @ _share_heads(value.to(grad.dtype), heads).transpose(-2, -1)
    grad_weights = grad_weights * mask if mask.numel() else grad_weights
    grad_scores = weights * (grad_weights - (grad_weights * weights).sum(-1, keepdim=True))
    grad_query = grad_scores @ _share_heads(key.to(grad.dtype), heads) * scale
    grad_key = grad_scores.transpose(-2, -1) @ query.to(grad.dtype) * scale
    grad_mask = query.new_empty(0)
    if attn_mask is not None and attn_mask.is_floating_point():
        grad_mask = grad_scores.sum_to_size(attn_mask.shape).to(attn_mask.dtype)
    return (
        grad_query.to(query.dtype),
        _sum_groups(grad_key, key),
        _sum_groups(grad_value, value),
        grad_mask,
    )


def _math_backward(
    grad_out,
    query,
    key,
    value,
    output,
    attn_weights,
    dropout_mask,
    is_causal,
    attn_mask=None,
    *,
    scale=None,
):
    return _gradients(grad_out, query, key, value, attn_weights, dropout_mask, attn_mask, scale)


def _flash_backward(
    grad_out,
    query,
    key,
    value,
    output,
    logsumexp,
    dropout_mask,
    is_causal,
    attn_mask=None,
    *,
    scale=None,
):
    weights = _weights(_scores(query, key, attn_mask, is_causal, scale), logsumexp)
    return _gradients(grad_out, query, key, value, weights, dropout_mask, attn_mask, scale)


def _setup_context(ctx, inputs, keyword_only_inputs, output):
    query, key, value, attn_mask, _, ctx.is_causal = inputs
    ctx.scale = keyword_only_inputs["scale"]
    ctx.save_for_backward(query, key, value, attn_mask, *output)
    ctx.mark_non_differentiable(*output[1:])
    ctx.set_materialize_grads(False)


def _differentiate(backward_op):
    def differentiate(ctx, grad_out, *others):
        if grad_out is None:
            return (None,) * 6
        query, key, value, attn_mask, *results = ctx.saved_tensors
        *gradients, grad_mask = backward_op(
            grad_out, query, key, value, *results, ctx.is_causal, attn_mask, scale=ctx.scale
        )
        return (*gradients, grad_mask if grad_mask.numel() else None, None, None)

    return differentiate


def _define(kind, second, forward, backward):
    name = f"_scaled_dot_product_attention_{kind}_musa"
    backward_op = define(
        f"{name}_backward({_BACKWARD.format(second)})", backward, fake=_fake_backward
    )
    define(
        f"{name}({_FORWARD}) -> (Tensor output, Tensor {second}, Tensor dropout_mask)",
        forward,
        fake=_fake_math if kind == "math" else _fake_flash,
        setup_context=_setup_context,
        backward=_differentiate(backward_op),
    )
    autocast_to_half(name)


def _fake(query, key, value, dropout_p, second, dtype):
    weights = (*query.shape[:-1], key.shape[-2])
    output = query.new_empty((*query.shape[:-1], value.shape[-1]))
    mask = query.new_empty(weights if dropout_p > 0 else 0, dtype=wide(query))
    return output, query.new_empty(second, dtype=dtype), mask


def _fake_math(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None):
    weights = (*query.shape[:-1], key.shape[-2])
    return _fake(query, key, value, dropout_p, weights, query.dtype)


def _fake_flash(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None):
    return _fake(query, key, value, dropout_p, query.shape[:-1], wide(query))


def _fake_backward(
    grad_out, query, key, value, output, second, mask, is_causal, attn_mask=None, *, scale=None
):
    has_gradient = attn_mask is not None and attn_mask.is_floating_point()
    grad_mask = torch.empty_like(attn_mask) if has_gradient else query.new_empty(0)
    return torch.empty_like(query), torch.empty_like(key), torch.empty_like(value), grad_mask


_define("math", "attn_weights", _math, _math_backward)
_define("flash", "logsumexp", _flash, _flash_backward)
