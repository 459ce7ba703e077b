"""Quantized ConvSiLU2d."""

import torch.nn.functional as F

from ...modules import fused
from ._fused_conv import FusedConv2d, _reverse_repeat_padding

__all__ = ["ConvSiLU2d"]


class ConvSiLU2d(FusedConv2d):
    """Conv2d, then SiLU, of quantized numbers."""

    _FLOAT_MODULE = fused.ConvSiLU2d

    def forward(self, input):
        return self._quantize(F.silu(self._convolve(input)), input)
