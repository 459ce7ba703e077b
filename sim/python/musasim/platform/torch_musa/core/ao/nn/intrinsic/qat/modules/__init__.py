"""Fused modules that are trained with fake quantization."""

from .conv_fused import ConvBnSiLU2d, ConvSiLU2d

__all__ = ["ConvBnSiLU2d", "ConvSiLU2d"]
