"""Quantized ConvAddSiLU2d."""

import torch.nn.functional as F

from ...modules import fused
from ._fused_conv import FusedConv2d, _reverse_repeat_padding


class ConvAddSiLU2d(FusedConv2d):
    """Conv2d, plus another input, then SiLU, of quantized numbers."""

    _FLOAT_MODULE = fused.ConvAddSiLU2d

    def forward(self, input, extra_input):
        return self._quantize(F.silu(self._convolve(input) + extra_input.dequantize()), input)
