"""Convolutions with SiLU whose weights are fake-quantized in training."""

import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.qat as nnqat
import torch.nn.functional as F
from torch import nn
from torch.ao.nn.intrinsic.modules.fused import _FusedModule

from ...modules import fused

__all__ = ["ConvBnSiLU2d", "ConvSiLU2d"]


class ConvBnSiLU2d(nniqat.ConvBn2d):
    """Conv2d and BatchNorm2d, the folded weight fake-quantized, then SiLU."""

    _FLOAT_MODULE = fused.ConvBnSiLU2d
    _FLOAT_CONV_MODULE = nn.Conv2d
    _FLOAT_BN_MODULE = nn.BatchNorm2d
    _FLOAT_RELU_MODULE = nn.SiLU
    _FUSED_FLOAT_MODULE = fused.ConvSiLU2d

    def forward(self, input):
        return F.silu(self._forward(input))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """From a float ConvBnSiLU2d with a qconfig."""
        return super().from_float(mod, use_precomputed_fake_quant)


class ConvSiLU2d(nnqat.Conv2d, _FusedModule):
    """Conv2d with a fake-quantized weight, then SiLU."""

    _FLOAT_MODULE = fused.ConvSiLU2d
    _FLOAT_CONV_MODULE = nn.Conv2d
    _FLOAT_BN_MODULE = None
    _FLOAT_SILU_MODULE = nn.SiLU

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
        qconfig=None,
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
            qconfig=qconfig,
        )

    def forward(self, input):
        return F.silu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """From a float ConvSiLU2d with a qconfig."""
        if type(mod) is not cls._FLOAT_MODULE:
            raise AssertionError(
                f"from_float needs a {cls._FLOAT_MODULE.__name__}, not {type(mod)}"
            )
        conv = mod[0]
        made = cls(
            conv.in_channels,
            conv.out_channels,
            conv.kernel_size,
            stride=conv.stride,
            padding=conv.padding,
            dilation=conv.dilation,
            groups=conv.groups,
            bias=conv.bias is not None,
            padding_mode=conv.padding_mode,
            qconfig=mod.qconfig,
        )
        made.weight, made.bias = conv.weight, conv.bias
        return made
