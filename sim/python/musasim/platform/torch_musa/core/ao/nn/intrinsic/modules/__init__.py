"""Fused float modules."""

from .fused import ConvAddSiLU2d, ConvBnSiLU2d, ConvSiLU2d

__all__ = ["ConvBnSiLU2d", "ConvSiLU2d", "ConvAddSiLU2d"]
