"""The names that go with the operators: torch.rope, torch.nn.functional.rope, torch.nn.RoPE and so on."""

from typing import Optional

import torch
from torch import Tensor
from torch.overrides import handle_torch_function, has_torch_function


def swish_glu(input: Tensor) -> Tensor:
    """silu(first half of the last dimension) * second half."""
    if has_torch_function((input,)):
        return handle_torch_function(swish_glu, (input,), input)
    return torch.ops.aten.swish_glu(input)


def rope(
    input: Tensor,
    freq_cis: Tensor,
    rotary_interleaved: bool = False,
    batch_first: bool = False,
    multi_latent_attention: bool = False,
) -> Tensor:
    """Rotary position embedding of [sequence, batch, heads, dim]; see torch_musa.core.ops.rope."""
    options = (rotary_interleaved, batch_first, multi_latent_attention)
    if has_torch_function((input, freq_cis)):
        return handle_torch_function(rope, (input, freq_cis), input, freq_cis, *options)
    return torch.ops.aten.rope(input, freq_cis, *options)


class RoPE(torch.nn.Module):
    """Rotary position embedding with fixed angles; see torch_musa.core.ops.rope."""

    def __init__(
        self,
        freq_cis: Tensor,
        rotary_interleaved: Optional[bool] = False,
        batch_first: Optional[bool] = False,
        multi_latent_attention: Optional[bool] = False,
    ) -> None:
        super().__init__()
        self.register_buffer("freq_cis", freq_cis)
        self.rotary_interleaved = rotary_interleaved
        self.batch_first = batch_first
        self.multi_latent_attention = multi_latent_attention

    def forward(self, input: Tensor) -> Tensor:
        options = (self.rotary_interleaved, self.batch_first, self.multi_latent_attention)
        return torch.nn.functional.rope(input, self.freq_cis, *options)


class SwishGLU(torch.nn.Module):
    """silu(first half of the last dimension) * second half."""

    def forward(self, input: Tensor) -> Tensor:
        return torch.nn.functional.swish_glu(input)


def set_names() -> None:
    """Add these names to torch and torch.nn."""
    torch.rope, torch.swish_glu = torch.ops.aten.rope, torch.ops.aten.swish_glu
    torch.gated_silu = torch.ops.aten.gated_silu
    torch.nn.functional.rope, torch.nn.functional.swish_glu = rope, swish_glu
    for module in (torch.nn, torch.nn.modules, torch.nn.modules.activation):
        module.RoPE, module.SwishGLU = RoPE, SwishGLU
