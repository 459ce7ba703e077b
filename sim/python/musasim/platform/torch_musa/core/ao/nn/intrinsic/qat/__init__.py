"""Fused modules that are trained with fake quantization."""

from .modules import ConvBnSiLU2d, ConvSiLU2d

__all__ = ["ConvBnSiLU2d", "ConvSiLU2d"]
