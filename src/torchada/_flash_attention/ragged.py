"""Sequences of several lengths, one behind the other, as rows of one length and back.

No length is read by the host, so that a graph can capture it.
"""

from typing import NamedTuple

import torch
from torch import Tensor


class Places(NamedTuple):
    """The place of each token (its sequence, and its number there), and the sequences' lengths."""

    row: Tensor  # (tokens,)
    column: Tensor  # (tokens,)
    lengths: Tensor  # (sequences,)
    longest: int


def places(starts: Tensor, tokens: int, longest: int) -> Places:
    """The places of tokens where sequence n has those from starts[n] up to starts[n + 1]."""
    starts = starts.long()
    number = torch.arange(tokens, device=starts.device)
    row = torch.searchsorted(starts, number, right=True) - 1
    # Tokens before the first sequence and behind the last belong to none; they go where nobody looks.
    row = row.clamp(min=0, max=starts.shape[0] - 2)
    column = number - starts[row]
    column = column.masked_fill(column < 0, longest).clamp(max=longest)
    return Places(row, column, starts[1:] - starts[:-1], longest)


def to_rows(x: Tensor, at: Places) -> Tensor:
    """(tokens, ...) as (sequences, longest, ...), zeros behind the end of each."""
    rows = x.new_zeros((at.lengths.shape[0], at.longest + 1, *x.shape[1:]))
    return rows.index_put((at.row, at.column), x)[:, : at.longest]


def to_tokens(rows: Tensor, at: Places) -> Tensor:
    """The way back."""
    if at.longest == 0:
        return rows.new_zeros((at.row.shape[0], *rows.shape[2:]))
    column = at.column.clamp(max=at.longest - 1)
    return rows[at.row, column]
