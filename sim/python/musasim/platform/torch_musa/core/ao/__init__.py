"""Quantization: modules that fuse a convolution with SiLU."""

import importlib

__all__ = ["nn"]


def __getattr__(name):
    if name in __all__:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
