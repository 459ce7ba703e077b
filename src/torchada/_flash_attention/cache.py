"""Keys and values kept of earlier steps: pages of them, new ones, rotary embedding."""

from typing import NamedTuple, Optional, Tuple

import torch
from torch import Tensor


class Cache(NamedTuple):
    """The keys and values of all sequences.

    keys, values: (rows, length, heads, head dimension); with `pages` (batch, pages), which holds numbers of rows,
    each row is a page. `row_of` (batch,): the row of each sequence, where there are no pages.
    """

    keys: Tensor
    values: Tensor
    pages: Optional[Tensor] = None
    row_of: Optional[Tensor] = None

    def of_sequences(self) -> Tuple[Tensor, Tensor]:
        """Keys and values as (batch, length, heads, head dimension)."""
        if self.pages is not None:
            # Entries of pages that are not used may hold anything.
            rows = self.pages.long().clamp(0, self.keys.shape[0] - 1)
            return self.keys[rows].flatten(1, 2), self.values[rows].flatten(1, 2)
        if self.row_of is not None:
            return self.keys[self.row_of.long()], self.values[self.row_of.long()]
        return self.keys, self.values

    def append(self, keys: Tensor, values: Tensor, lengths: Tensor) -> None:
        """Write new ones, (batch, new, heads, head dimension), behind those there are."""
        batch, new = keys.shape[:2]
        place = lengths.long().view(-1, 1) + torch.arange(new, device=keys.device)
        if self.pages is not None:
            page = self.keys.shape[1]
            row, place = self.pages.long().gather(1, place // page), place % page
        else:
            row = torch.arange(batch, device=keys.device) if self.row_of is None else self.row_of
            row = row.long().view(-1, 1).expand(batch, new)
        self.keys[row, place] = keys.to(self.keys.dtype)
        self.values[row, place] = values.to(self.values.dtype)


class Rotary(NamedTuple):
    """Tables of cosines and sines, (positions, rotary dimension / 2)."""

    cosines: Tensor
    sines: Tensor
    interleaved: bool = True

    def apply(self, x: Tensor, positions: Tensor) -> Tensor:
        """x, (batch, length, heads, head dimension), turned at positions (batch, length)."""
        half = self.cosines.shape[1]
        cosine = self.cosines[positions.long()].unsqueeze(2).float()
        sine = self.sines[positions.long()].unsqueeze(2).float()
        turned, rest = x[..., : 2 * half].float(), x[..., 2 * half :]
        if self.interleaved:
            first, second = turned[..., 0::2], turned[..., 1::2]
        else:
            first, second = turned[..., :half], turned[..., half:]
        parts = (first * cosine - second * sine, first * sine + second * cosine)
        if self.interleaved:
            done = torch.stack(parts, dim=-1).flatten(-2)
        else:
            done = torch.cat(parts, dim=-1)
        return torch.cat((done.to(x.dtype), rest), dim=-1)
