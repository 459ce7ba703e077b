"""The interface of flash_attn.layers.rotary and flash_attn.ops.triton.rotary: rotary position embedding.

apply_rotary_emb(x, cos, sin, interleaved=False)
"""

from typing import TYPE_CHECKING, Optional, Union

from .._rope import _pairs

if TYPE_CHECKING:
    from torch import Tensor


def apply_rotary_emb(
    x: "Tensor",
    cos: "Tensor",
    sin: "Tensor",
    interleaved: bool = False,
    inplace: bool = False,
    seqlen_offsets: "Union[int, Tensor]" = 0,
    cu_seqlens: "Optional[Tensor]" = None,
    max_seqlen: Optional[int] = None,
) -> "Tensor":
    """Rotate the first 2 * cos.size(-1) numbers of each head of x, by the rows of cos and sin for its position.

    x: (batch, length, heads, size), or (tokens, heads, size) with cu_seqlens, which says where each sequence
    begins. A sequence's first position is its number of seqlen_offsets. With interleaved neighbours are the pairs,
    else the halves. RuntimeError where a head is too short, or the table for the longest sequence: with cu_seqlens
    that is max_seqlen, and what offsets in a tensor add is not known without waiting for the device.
    """
    positions = _positions(x, seqlen_offsets, cu_seqlens)
    size = 2 * cos.size(-1)
    if size > x.size(-1):
        raise RuntimeError(
            f"cos has {size // 2} columns, for {size} numbers; a head has {x.size(-1)}"
        )
    longest = x.size(1) if cu_seqlens is None else max_seqlen
    rows = (longest or 0) + (seqlen_offsets if isinstance(seqlen_offsets, int) else 0)
    if rows > cos.size(0):
        raise RuntimeError(f"cos has {cos.size(0)} rows; a sequence takes {rows}")
    cosines, sines = (table.float()[positions].unsqueeze(-2) for table in (cos, sin))
    first, second = (part.float() for part in _pairs(x[..., :size], not interleaved))
    rotated = first * cosines - second * sines, second * cosines + first * sines
    out = x if inplace else x.clone()
    for part, value in zip(_pairs(out[..., :size], not interleaved), rotated):
        part.copy_(value)
    return out


apply_rotary_emb_func = apply_rotary_emb


def apply_rotary(
    x: "Tensor",
    cos: "Tensor",
    sin: "Tensor",
    seqlen_offsets: "Union[int, Tensor]" = 0,
    cu_seqlens: "Optional[Tensor]" = None,
    max_seqlen: Optional[int] = None,
    interleaved: bool = False,
    inplace: bool = False,
    conjugate: bool = False,
) -> "Tensor":
    """The same, in the other order of arguments; conjugate turns the other way round."""
    turned = -sin if conjugate else sin
    return apply_rotary_emb(
        x, cos, turned, interleaved, inplace, seqlen_offsets, cu_seqlens, max_seqlen
    )


def _positions(x, offsets, cu_seqlens):
    """The row of the table for each token: (length,), (batch, length) or (tokens,)."""
    import torch

    is_tensor = isinstance(offsets, torch.Tensor)
    if cu_seqlens is None:
        tokens = torch.arange(x.size(1), device=x.device)
        return tokens + offsets[:, None] if is_tensor else tokens + offsets
    tokens = torch.arange(x.size(0), device=x.device)
    sequences = torch.searchsorted(cu_seqlens[1:].long(), tokens, right=True)
    within = tokens - cu_seqlens.long()[sequences]
    return within + (offsets[sequences] if is_tensor else offsets)
