"""Quantized ConvSiLU2d."""

import torch.nn.functional as F

from ...modules import fused
from ._fused_conv import FusedConv2d, _reverse_repeat_padding

__all__ = ["ConvSiLU2d"]


class ConvSiLU2d(FusedConv2d):
    """Conv2d, then SiLU, of quantized numbers."""

    _FLOAT_MODULE = fused.ConvSiLU2d

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
            groups=groups,
            bias=bias,
            padding_mode=padding_mode,
            device=device,
            dtype=dtype,
        )

    def forward(self, input):
        return self._quantize(F.silu(self._convolve(input)), input)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """From a float or fake-quantized module that observers have watched."""
        return cls._quantized(mod)

    @classmethod
    def from_reference(cls, ref_qconv, output_scale, output_zero_point):
        """From a reference module, whose first part is the convolution."""
        return super().from_reference(ref_qconv[0], output_scale, output_zero_point)
