"""flash_attn.bert_padding: batches with padding to tokens behind each other, and back."""

from typing import Optional, Tuple

import torch
from torch import Tensor


def index_first_axis(x: Tensor, indices: Tensor) -> Tensor:
    """x[indices]."""
    return x[indices]


def unpad_input(
    hidden_states: Tensor, attention_mask: Tensor, unused_mask: Optional[Tensor] = None
) -> Tuple[Tensor, Tensor, Tensor, int, Tensor]:
    """(tokens, their places, where each sequence begins, the longest, how many of each are used).

    hidden_states: (batch, length, ...); masks: (batch, length), 1 for a token; tokens of unused_mask are kept, too.
    """
    kept = attention_mask if unused_mask is None else attention_mask + unused_mask
    used = attention_mask.sum(dim=-1, dtype=torch.int32)
    lengths = kept.sum(dim=-1, dtype=torch.int32)
    places = torch.nonzero(kept.flatten(), as_tuple=False).flatten()
    starts = torch.nn.functional.pad(torch.cumsum(lengths, dim=0, dtype=torch.int32), (1, 0))
    return hidden_states.flatten(0, 1)[places], places, starts, int(lengths.max()), used


def pad_input(hidden_states: Tensor, indices: Tensor, batch: int, seqlen: int) -> Tensor:
    """Tokens at their places of (batch, seqlen, ...), zeros elsewhere."""
    rows = hidden_states.new_zeros((batch * seqlen, *hidden_states.shape[1:]))
    return rows.index_put((indices,), hidden_states).unflatten(0, (batch, seqlen))
