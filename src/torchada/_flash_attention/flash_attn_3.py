"""The functions of flash-attn 3 (flash_attn_interface), which sglang calls as sgl_kernel.flash_attn.

Shapes, keywords and results are those of its docstrings. `num_splits`, `pack_gqa`, `sm_margin`,
`scheduler_metadata`, `deterministic` and `ver` choose a kernel there, and have no effect here.
"""

from typing import Optional, Tuple, Union

import torch
from torch import Tensor

from .cache import Cache, Rotary
from .engine import Tokens, of_cache, of_rows, of_tokens
from .scores import Rules, Scales

Result = Union[Tensor, Tuple[Tensor, ...]]


def is_fa3_supported(device=None) -> bool:
    """True."""
    return True


def get_scheduler_metadata(
    batch_size: int,
    max_seqlen_q: int,
    max_seqlen_k: int,
    num_heads_q: int,
    num_heads_kv: int,
    headdim: int,
    cache_seqlens: Tensor,
    **choices,
) -> Tensor:
    """For `scheduler_metadata`: a tensor of the type and device that it has there."""
    return torch.zeros(1, dtype=torch.int32, device=cache_seqlens.device)


def flash_attn_func(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    qv: Optional[Tensor] = None,
    q_descale: Optional[Tensor] = None,
    k_descale: Optional[Tensor] = None,
    v_descale: Optional[Tensor] = None,
    window_size: Tuple[int, int] = (-1, -1),
    attention_chunk: Optional[int] = 0,
    softcap: float = 0.0,
    num_splits: int = 1,
    pack_gqa=None,
    deterministic: bool = False,
    sm_margin: int = 0,
    return_attn_probs: bool = False,
    *,
    only_qv: bool = False,
    return_softmax_lse: bool = False,
    sinks: Optional[Tensor] = None,
) -> Result:
    """Attention of rows: (batch, length, heads, head dimension). With return_...: (out, lse)."""
    with_sums = return_attn_probs or return_softmax_lse
    if only_qv:
        q, k = q[..., :0], k[..., :0]
    rules = _rules(softmax_scale, causal, window_size, softcap, attention_chunk, sinks)
    rules = rules._replace(scales=Scales(q_descale, k_descale, v_descale))
    output, sums = of_rows(q, k, v, rules, with_sums, qv)
    return (output, sums) if with_sums else output


def flash_attn_varlen_func(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    cu_seqlens_q: Tensor,
    cu_seqlens_k: Optional[Tensor],
    max_seqlen_q: Optional[int] = None,
    max_seqlen_k: Optional[int] = None,
    seqused_q: Optional[Tensor] = None,
    seqused_k: Optional[Tensor] = None,
    page_table: Optional[Tensor] = None,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    qv: Optional[Tensor] = None,
    q_descale: Optional[Tensor] = None,
    k_descale: Optional[Tensor] = None,
    v_descale: Optional[Tensor] = None,
    window_size: Tuple[int, int] = (-1, -1),
    attention_chunk: Optional[int] = 0,
    softcap: float = 0.0,
    num_splits: int = 1,
    pack_gqa=None,
    only_qv: bool = False,
    sm_margin: int = 0,
    return_softmax_lse: bool = False,
    sinks: Optional[Tensor] = None,
    score_mod=None,
    aux_tensors=None,
    ver: int = 3,
    out: Optional[Tensor] = None,
    *,
    deterministic: bool = False,
    return_attn_probs: bool = False,
) -> Result:
    """Attention of sequences behind each other: (tokens, heads, head dimension)."""
    _refuse(score_mod, aux_tensors)
    rules = _rules(softmax_scale, causal, window_size, softcap, attention_chunk, sinks)
    rules = rules._replace(scales=Scales(q_descale, k_descale, v_descale))
    if only_qv:
        q, k = q[..., :0], k[..., :0]
    queries = Tokens(cu_seqlens_q, int(max_seqlen_q or q.shape[0]), seqused_q)
    keys = Tokens(cu_seqlens_k, int(max_seqlen_k or k.shape[0]), seqused_k)
    output, sums = of_tokens(q, Cache(k, v, page_table), queries, keys, rules, qv)
    output = output if out is None else out.copy_(output)
    return (output, sums) if return_softmax_lse or return_attn_probs else output


def flash_attn_with_kvcache(
    q: Optional[Tensor],
    k_cache: Optional[Tensor],
    v_cache: Tensor,
    k: Optional[Tensor] = None,
    v: Optional[Tensor] = None,
    qv: Optional[Tensor] = None,
    rotary_cos: Optional[Tensor] = None,
    rotary_sin: Optional[Tensor] = None,
    cache_seqlens: Union[int, Tensor, None] = None,
    cache_batch_idx: Optional[Tensor] = None,
    cache_leftpad: Optional[Tensor] = None,
    page_table: Optional[Tensor] = None,
    cu_seqlens_q: Optional[Tensor] = None,
    cu_seqlens_k_new: Optional[Tensor] = None,
    max_seqlen_q: Optional[int] = None,
    rotary_seqlens: Optional[Tensor] = None,
    q_descale: Optional[Tensor] = None,
    k_descale: Optional[Tensor] = None,
    v_descale: Optional[Tensor] = None,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    window_size: Tuple[int, int] = (-1, -1),
    attention_chunk: Optional[int] = 0,
    softcap: float = 0.0,
    rotary_interleaved: bool = True,
    scheduler_metadata=None,
    num_splits: int = 0,
    pack_gqa=None,
    only_qv: bool = False,
    sm_margin: int = 0,
    return_softmax_lse: bool = False,
    sinks: Optional[Tensor] = None,
    score_mod=None,
    aux_tensors=None,
    ver: int = 3,
    out: Optional[Tensor] = None,
) -> Result:
    """Attention to a cache, behind which k and v are written first, in place.

    With cu_seqlens_q, q holds tokens of sequences behind each other; new keys are not taken then.
    """
    _refuse(score_mod, aux_tensors, cu_seqlens_k_new, rotary_seqlens)
    if k_cache is None:
        k_cache = v_cache[..., :0]
    if q is None:
        if qv is None:
            raise ValueError("flash_attn_with_kvcache() needs q or qv")
        q = qv[..., :0]
    if only_qv:
        q, k_cache = q[..., :0], k_cache[..., :0]
    rules = _rules(softmax_scale, causal, window_size, softcap, attention_chunk, sinks)
    rules = rules._replace(scales=Scales(q_descale, k_descale, v_descale))
    cache = Cache(k_cache, v_cache, page_table, cache_batch_idx)
    if cu_seqlens_q is not None:
        _refuse(k, v, rotary_cos, cache_leftpad)
        queries = Tokens(cu_seqlens_q, int(max_seqlen_q or q.shape[0]))
        if page_table is None:
            cache = _as_pages(cache, q.device)
        output, sums = of_tokens(q, cache, queries, Tokens(None, 0, cache_seqlens), rules, qv)
    else:
        rotary = None
        if rotary_cos is not None and rotary_sin is not None:
            rotary = Rotary(rotary_cos, rotary_sin, rotary_interleaved)
        new = None if k is None or v is None else (k, v)
        lengths = (cache_seqlens, cache_leftpad)
        output, sums = of_cache(q, cache, new, rotary, lengths, rules, qv)
    output = output if out is None else out.copy_(output)
    return (output, sums) if return_softmax_lse else output


def _flash_attn_forward(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    softmax_scale: Optional[float] = None,
    causal: bool = False,
    window_size_left: int = -1,
    window_size_right: int = -1,
    softcap: float = 0.0,
) -> Tuple[Tensor, Tensor, None, None]:
    """(out, lse, None, None), as ring attention takes them."""
    window = (window_size_left, window_size_right)
    rules = _rules(softmax_scale, causal, window, softcap, 0, None)
    output, sums = of_rows(q, k, v, rules, with_sums=True)
    return output, sums, None, None


def _rules(scale, causal, window, softcap, chunk, sinks) -> Rules:
    window = (-1, -1) if window is None else tuple(window)
    return Rules(scale, causal, window, softcap, chunk=int(chunk or 0), sinks=sinks)


def _refuse(*arguments) -> None:
    if any(argument is not None for argument in arguments):
        raise NotImplementedError(
            "flash_attn_interface on MUSA: score_mod, aux_tensors, cu_seqlens_k_new and rotary_seqlens are not "
            "supported, nor are new keys together with cu_seqlens_q; write new keys to the cache before the call"
        )


def _as_pages(cache: Cache, device) -> Cache:
    """Each row as one page of its own."""
    rows = (
        torch.arange(cache.keys.shape[0], device=device) if cache.row_of is None else cache.row_of
    )
    return Cache(cache.keys, cache.values, rows.view(-1, 1))
