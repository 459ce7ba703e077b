"""Fused modules of quantized numbers."""

from .modules import ConvAddSiLU2d, ConvSiLU2d

__all__ = ["ConvAddSiLU2d", "ConvSiLU2d"]
