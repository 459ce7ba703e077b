"""Results of the RMSNorm operators without data: for FakeTensor and torch.compile."""

from typing import Sequence, Tuple

import torch


def fused_rmsnorm_forward(
    inp: torch.Tensor,
    normalized_shape: Sequence[int],
    eps: float,
    weight: "torch.Tensor | None" = None,
) -> Tuple[torch.Tensor, torch.Tensor]:
    """Output like inp, and 1/rms of each normalized group: inp's shape without the last dimensions."""
    groups = inp.shape[: inp.dim() - len(normalized_shape)]
    wide = torch.promote_types(inp.dtype, torch.float32)
    return torch.empty_like(inp), inp.new_empty(groups, dtype=wide)


def fused_rmsnorm_backward(
    grad_out: torch.Tensor,
    invvar: torch.Tensor,
    inp: torch.Tensor,
    normalized_shape: Sequence[int],
    eps: float,
    weight: "torch.Tensor | None" = None,
) -> Tuple[torch.Tensor, torch.Tensor]:
    """Gradients like inp and like weight; an empty tensor where there is no weight."""
    grad_weight = inp.new_empty(0) if weight is None else torch.empty_like(weight)
    return torch.empty_like(inp), grad_weight
