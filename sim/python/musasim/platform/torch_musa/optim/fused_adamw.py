"""FusedAdamW."""

from typing import Tuple, Union

import torch
from torch import Tensor
from torch.optim.optimizer import ParamsT, StateDict
from torch_musa.utils.ext_loader import load_ext

from . import _operators

__all__ = ["FusedAdamW"]

ext_module = load_ext("_ext")


class FusedAdamW(torch.optim.AdamW):
    """torch.optim.AdamW with fused=True.

    differentiable=True raises RuntimeError, as in torch.optim.AdamW.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: Union[float, Tensor] = 1e-3,
        betas: Tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=True,
        )
