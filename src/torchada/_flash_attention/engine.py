"""Attention of rows, of sequences behind each other, and to a cache."""

from typing import NamedTuple, Optional, Tuple, Union

import torch
from torch import Tensor

from .cache import Cache, Rotary
from .inputs import check
from .ragged import places, to_rows, to_tokens
from .scores import Rules, Sequences, attend, attend_fast


class Tokens(NamedTuple):
    """Sequences behind each other."""

    starts: Optional[Tensor]  # (sequences + 1,)
    longest: int
    used: Optional[Tensor] = None  # (sequences,): of each only so many; None: all


def of_rows(
    q: Tensor, k: Tensor, v: Tensor, rules: Rules, with_sums: bool, qv: Optional[Tensor] = None
) -> Tuple[Tensor, Optional[Tensor]]:
    """(output, logarithms): None without with_sums, where PyTorch's fused attention can do it."""
    check(q, k, v, 4, 4)
    fast = None if with_sums or qv is not None else attend_fast(q, k, v, rules)
    return (fast, None) if fast is not None else attend(q, k, v, rules, Sequences(), qv)


def of_tokens(
    q: Tensor,
    cache: Cache,
    queries: Tokens,
    keys: Tokens,
    rules: Rules,
    qv: Optional[Tensor] = None,
) -> Tuple[Tensor, Tensor]:
    """(output: (tokens, heads, head dimension); logarithms: (heads, tokens)).

    The cache has pages, or its keys and values are tokens themselves.
    """
    check(q, cache.keys, cache.values, 3, 3 if cache.pages is None else 4)
    at = places(queries.starts, q.shape[0], queries.longest)
    if cache.pages is not None:
        k, v = cache.of_sequences()
        lengths = keys.used if keys.starts is None else keys.starts[1:] - keys.starts[:-1]
    else:
        there = places(keys.starts, cache.keys.shape[0], keys.longest)
        k, v, lengths = to_rows(cache.keys, there), to_rows(cache.values, there), there.lengths
    used = Sequences(
        at.lengths if queries.used is None else queries.used,
        lengths if keys.used is None else keys.used,
    )
    rows_of_qv = None if qv is None else to_rows(qv, at)
    output, sums = attend(to_rows(q, at), k, v, rules, used, rows_of_qv)
    return to_tokens(output, at), to_tokens(sums.transpose(1, 2), at).transpose(0, 1)


def of_cache(
    q: Tensor,
    cache: Cache,
    new: Optional[Tuple[Tensor, Tensor]],
    rotary: Optional[Rotary],
    lengths: Tuple[Union[int, Tensor, None], Optional[Tensor]],
    rules: Rules,
    qv: Optional[Tensor] = None,
) -> Tuple[Tensor, Tensor]:
    """(output, logarithms) of rows. `new`: keys and values that are written behind those there are.

    `lengths`: how many there are of each sequence, and how many of them are padding before it.
    """
    check(q, cache.keys, cache.values, 4, 4)
    behind = _lengths(lengths[0], q, cache)
    if rotary is not None:
        q, new = _turn(q, new, rotary, behind, rules)
    if new is not None:
        cache.append(*new, behind)
        behind = behind + new[0].shape[1]
    k, v = cache.of_sequences()
    return attend(q, k, v, rules, Sequences(None, behind, lengths[1]), qv)


def _lengths(given: Union[int, Tensor, None], q: Tensor, cache: Cache) -> Tensor:
    if isinstance(given, Tensor):
        return given
    if given is None:
        given = cache.keys.shape[1] * (1 if cache.pages is None else cache.pages.shape[1])
    return torch.full((q.shape[0],), given, dtype=torch.int32, device=q.device)


def _turn(q, new, rotary: Rotary, behind: Tensor, rules: Rules):
    """q and the new keys by their positions; all queries by the first where none is before another."""

    def positions(x: Tensor) -> Tensor:
        return behind.view(-1, 1) + torch.arange(x.shape[1], device=x.device)

    is_local = rules.causal or max(rules.window) >= 0
    q = rotary.apply(q, positions(q) if is_local else behind.view(-1, 1).expand(q.shape[:2]))
    return q, None if new is None else (rotary.apply(new[0], positions(new[0])), new[1])
