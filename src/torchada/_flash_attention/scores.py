"""Attention as flash-attn defines it, computed by PyTorch's operators.

All tensors have the shape (batch, length, heads, head dimension). Query i of a sequence stands beside key
i + key length - query length: the last query beside the last key.
"""

from typing import NamedTuple, Optional, Tuple

import torch
from torch import Tensor


class Scales(NamedTuple):
    """Factors for the values of 8-bit tensors, each of shape (batch, heads of keys)."""

    q: Optional[Tensor] = None
    k: Optional[Tensor] = None
    v: Optional[Tensor] = None


class Rules(NamedTuple):
    """The rules of one call: which keys a query sees, and how their scores are changed."""

    scale: Optional[float] = None  # 1 / sqrt(head dimension)
    causal: bool = False
    window: Tuple[int, int] = (-1, -1)  # keys before and behind; negative: all
    softcap: float = 0.0
    alibi_slopes: Optional[Tensor] = None  # (heads,) or (batch, heads)
    dropout: float = 0.0
    chunk: int = 0  # a query sees the keys of its own chunk of so many
    sinks: Optional[Tensor] = None  # (heads,): a score that takes its part and has no value
    scales: Scales = Scales()


class Sequences(NamedTuple):
    """The part of each row that is used; None: all of it."""

    queries: Optional[Tensor] = None  # (batch,)
    keys: Optional[Tensor] = None  # (batch,)
    first_keys: Optional[Tensor] = None  # (batch,): keys before these are padding


def attend(
    q: Tensor, k: Tensor, v: Tensor, rules: Rules, used: Sequences, qv: Optional[Tensor] = None
) -> Tuple[Tensor, Tensor]:
    """(output, the logarithm of each query's sum of exponentials: float32, (batch, heads, queries)).

    `qv`, of v's head dimension, adds its product with v to the scores. Queries that see no key give 0, and
    infinity as logarithm.
    """
    _check(q, k, v)
    # Scores are float32 in flash-attn, whatever autocast says.
    with torch.autocast(q.device.type, enabled=False):
        return _attend(q, k, v, rules, used, qv)


def _attend(
    q: Tensor, k: Tensor, v: Tensor, rules: Rules, used: Sequences, qv: Optional[Tensor]
) -> Tuple[Tensor, Tensor]:
    groups = q.shape[2] // k.shape[2]
    keys, values = _by_head(k, groups), _without_padding(_by_head(v, groups), used)
    scales = rules.scales
    scores = q.float().transpose(1, 2) @ keys.transpose(-1, -2)
    scores = _scaled(_scaled(scores, scales.q, groups), scales.k, groups)
    width = q.shape[-1]
    values = _scaled(values, scales.v, groups)
    if qv is not None:
        scores = scores + qv.float().transpose(1, 2) @ values.transpose(-1, -2)
        width += qv.shape[-1]
    scores = scores * (width**-0.5 if rules.scale is None else rules.scale)
    if rules.softcap > 0:
        scores = rules.softcap * torch.tanh(scores / rules.softcap)
    if rules.alibi_slopes is not None:
        scores = scores + _alibi(rules.alibi_slopes, q, k, used)
    seen = visible(q, k, rules, used)
    if seen is not None:
        scores = scores.masked_fill(~seen, float("-inf"))
    sums = _logarithms(scores, rules.sinks)
    is_empty = sums == float("-inf")
    weights = torch.exp(scores - sums.masked_fill(is_empty, 0).unsqueeze(-1))
    if rules.dropout > 0:
        weights = torch.nn.functional.dropout(weights, rules.dropout)
    output = (
        (weights @ values).transpose(1, 2).to(q.dtype if q.dtype.itemsize > 1 else torch.bfloat16)
    )
    return output, sums.masked_fill(is_empty, float("inf"))


def attend_fast(q: Tensor, k: Tensor, v: Tensor, rules: Rules) -> Optional[Tensor]:
    """The output by PyTorch's fused attention; None where it has not what is asked for."""
    _check(q, k, v)
    is_special = (
        rules.softcap > 0
        or rules.alibi_slopes is not None
        or rules.sinks is not None
        or rules.chunk > 0
        or rules.scales != Scales()
        or max(rules.window) >= 0
    )
    if is_special or (rules.causal and q.shape[1] != k.shape[1]) or q.dtype.itemsize == 1:
        return None
    output = torch.nn.functional.scaled_dot_product_attention(
        q.transpose(1, 2),
        k.transpose(1, 2),
        v.transpose(1, 2),
        dropout_p=rules.dropout,
        is_causal=rules.causal,
        scale=rules.scale,
        enable_gqa=q.shape[2] != k.shape[2],
    )
    return output.transpose(1, 2)


def _check(q: Tensor, k: Tensor, v: Tensor) -> None:
    """Raises RuntimeError for shapes that PyTorch's operators would broadcast."""
    if not q.shape[0] == k.shape[0] == v.shape[0]:
        raise RuntimeError(f"q, k and v have {q.shape[0]}, {k.shape[0]} and {v.shape[0]} sequences")
    if k.shape[2] != v.shape[2]:
        raise RuntimeError(f"k has {k.shape[2]} heads and v {v.shape[2]}: they have to be as many")
    if q.shape[2] % k.shape[2] != 0:
        raise RuntimeError(f"q's {q.shape[2]} heads are no multiple of k's {k.shape[2]}")


def visible(q: Tensor, k: Tensor, rules: Rules, used: Sequences) -> Optional[Tensor]:
    """(batch or 1, 1, queries, keys): whether the query sees the key. None: all do."""
    beside, key = _places(q, k, used)
    left, right = rules.window
    if rules.causal:
        right = 0
    tests = []
    if used.keys is not None:
        tests.append(key < _row(used.keys))
    if used.first_keys is not None:
        tests.append(key >= _row(used.first_keys))
    if right >= 0:
        tests.append(key <= beside + right)
    if left >= 0:
        tests.append(key >= beside - left)
    if rules.chunk > 0:
        tests.append(key >= torch.div(beside, rules.chunk, rounding_mode="floor") * rules.chunk)
    if not tests:
        return None
    seen = tests[0]
    for test in tests[1:]:
        seen = seen & test
    return seen


def _places(q: Tensor, k: Tensor, used: Sequences) -> Tuple[Tensor, Tensor]:
    """The key beside each query, and each key: both by number, as (batch or 1, 1, queries, keys) takes them."""
    queries = torch.arange(q.shape[1], device=q.device).view(1, 1, -1, 1)
    keys = torch.arange(k.shape[1], device=q.device).view(1, 1, 1, -1)
    ahead = k.shape[1] if used.keys is None else _row(used.keys)
    own = q.shape[1] if used.queries is None else _row(used.queries)
    return queries + (ahead - own), keys


def _without_padding(values: Tensor, used: Sequences) -> Tensor:
    """(batch, heads, keys, ...), zero where no key is: a weight of 0 would not hide a NaN that memory held."""
    key = torch.arange(values.shape[2], device=values.device).view(1, 1, -1, 1)
    if used.keys is not None:
        values = values.masked_fill(key >= _row(used.keys), 0)
    if used.first_keys is not None:
        values = values.masked_fill(key < _row(used.first_keys), 0)
    return values


def _row(lengths: Tensor) -> Tensor:
    return lengths.view(-1, 1, 1, 1)


def _by_head(x: Tensor, groups: int) -> Tensor:
    return x.float().transpose(1, 2).repeat_interleave(groups, dim=1)


def _scaled(x: Tensor, scale: Optional[Tensor], groups: int) -> Tensor:
    """x, (batch, heads, ...), times the scale of its sequence and head."""
    if scale is None:
        return x
    return x * scale.float().repeat_interleave(groups, dim=1)[..., None, None]


def _alibi(slopes: Tensor, q: Tensor, k: Tensor, used: Sequences) -> Tensor:
    beside, key = _places(q, k, used)
    slopes = slopes.float().view(-1, slopes.shape[-1], 1, 1)
    return -slopes * (beside - key).abs()


def _logarithms(scores: Tensor, sinks: Optional[Tensor]) -> Tensor:
    sums = torch.logsumexp(scores, dim=-1)
    if sinks is None:
        return sums
    return torch.logaddexp(sums, sinks.float().view(1, -1, 1))
