"""The functions of flash-attn 2 (the package flash_attn).

Shapes, keywords and results are those of its README. The logarithms (lse) are float32: (batch, heads, queries), or
(heads, tokens) for sequences behind each other. `deterministic` and `num_splits` choose a kernel there, and have no
effect here.
"""

from typing import Optional, Tuple, Union

from torch import Tensor

from .cache import Cache, Rotary
from .engine import Tokens, of_cache, of_rows, of_tokens
from .scores import Rules

Result = Union[Tensor, Tuple[Tensor, ...]]


def flash_attn_func(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    dropout_p: float = 0.0,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    window_size: Tuple[int, int] = (-1, -1),
    softcap: float = 0.0,
    alibi_slopes: Optional[Tensor] = None,
    deterministic: bool = False,
    return_attn_probs: bool = False,
) -> Result:
    """Attention of rows: (batch, length, heads, head dimension). With return_attn_probs: (out, lse, None)."""
    rules = Rules(softmax_scale, causal, _pair(window_size), softcap, alibi_slopes, dropout_p)
    output, sums = of_rows(q, k, v, rules, return_attn_probs)
    return (output, sums, None) if return_attn_probs else output


def flash_attn_kvpacked_func(q: Tensor, kv: Tensor, *args, **keywords) -> Result:
    """The same with kv: (batch, length, 2, heads, head dimension)."""
    return flash_attn_func(q, *kv.unbind(2), *args, **keywords)


def flash_attn_qkvpacked_func(qkv: Tensor, *args, **keywords) -> Result:
    """The same with qkv: (batch, length, 3, heads, head dimension)."""
    return flash_attn_func(*qkv.unbind(2), *args, **keywords)


def flash_attn_varlen_func(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    cu_seqlens_q: Tensor,
    cu_seqlens_k: Tensor,
    max_seqlen_q: int,
    max_seqlen_k: int,
    dropout_p: float = 0.0,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    window_size: Tuple[int, int] = (-1, -1),
    softcap: float = 0.0,
    alibi_slopes: Optional[Tensor] = None,
    deterministic: bool = False,
    return_attn_probs: bool = False,
    block_table: Optional[Tensor] = None,
    *,
    seqused_k: Optional[Tensor] = None,
) -> Result:
    """Attention of sequences behind each other: (tokens, heads, head dimension).

    cu_seqlens: where each begins, int32, (sequences + 1,). With block_table, k and v are pages.
    """
    rules = Rules(softmax_scale, causal, _pair(window_size), softcap, alibi_slopes, dropout_p)
    queries = Tokens(cu_seqlens_q, int(max_seqlen_q))
    keys = Tokens(cu_seqlens_k, int(max_seqlen_k), seqused_k)
    output, sums = of_tokens(q, Cache(k, v, block_table), queries, keys, rules)
    return (output, sums, None) if return_attn_probs else output


def flash_attn_varlen_kvpacked_func(q: Tensor, kv: Tensor, *args, **keywords) -> Result:
    """The same with kv: (tokens, 2, heads, head dimension)."""
    return flash_attn_varlen_func(q, *kv.unbind(1), *args, **keywords)


def flash_attn_varlen_qkvpacked_func(
    qkv: Tensor, cu_seqlens: Tensor, max_seqlen: int, *args, **keywords
) -> Result:
    """The same with qkv: (tokens, 3, heads, head dimension)."""
    starts = (cu_seqlens, cu_seqlens, max_seqlen, max_seqlen)
    q, k, v = qkv.unbind(1)
    return flash_attn_varlen_func(q, k, v, *starts, *args, **keywords)


def flash_attn_with_kvcache(
    q: Tensor,
    k_cache: Tensor,
    v_cache: Tensor,
    k: Optional[Tensor] = None,
    v: Optional[Tensor] = None,
    rotary_cos: Optional[Tensor] = None,
    rotary_sin: Optional[Tensor] = None,
    cache_seqlens: Union[int, Tensor, None] = None,
    cache_batch_idx: Optional[Tensor] = None,
    cache_leftpad: Optional[Tensor] = None,
    block_table: Optional[Tensor] = None,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    window_size: Tuple[int, int] = (-1, -1),
    softcap: float = 0.0,
    rotary_interleaved: bool = True,
    alibi_slopes: Optional[Tensor] = None,
    num_splits: int = 0,
    return_softmax_lse: bool = False,
) -> Result:
    """Attention to a cache of keys and values, behind which k and v are written first, in place.

    With return_softmax_lse: (out, lse).
    """
    rules = Rules(softmax_scale, causal, _pair(window_size), softcap, alibi_slopes)
    cache = Cache(k_cache, v_cache, block_table, cache_batch_idx)
    rotary = None
    if rotary_cos is not None and rotary_sin is not None:
        rotary = Rotary(rotary_cos, rotary_sin, rotary_interleaved)
    new = None if k is None or v is None else (k, v)
    output, sums = of_cache(q, cache, new, rotary, (cache_seqlens, cache_leftpad), rules)
    return (output, sums) if return_softmax_lse else output


def _flash_attn_forward(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    dropout_p: float,
    softmax_scale: Optional[float],
    causal: bool,
    window_size_left: int = -1,
    window_size_right: int = -1,
    softcap: float = 0.0,
    alibi_slopes: Optional[Tensor] = None,
    return_softmax: bool = False,
) -> Tuple[Tensor, Optional[Tensor], None, None]:
    """(out, lse, None, None), as ring attention takes them."""
    window = (window_size_left, window_size_right)
    rules = Rules(softmax_scale, causal, window, softcap, alibi_slopes, dropout_p)
    output, sums = of_rows(q, k, v, rules, with_sums=True)
    return output, sums, None, None


def _pair(window_size) -> Tuple[int, int]:
    left, right = window_size
    return left, right
