"""Fused modules: float ones here, those that are trained or computed quantized below."""

import importlib

# First of all: once these are imported they get our modules, which are importable only then.
import torch.ao.nn.intrinsic
import torch.ao.nn.intrinsic.qat
import torch.ao.nn.intrinsic.quantized

__all__ = ["ConvBnSiLU2d", "ConvAddSiLU2d", "ConvSiLU2d"]


def __getattr__(name):
    if name in __all__:
        return getattr(importlib.import_module(".modules", __name__), name)
    if name in ("modules", "qat", "quantized"):
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
