"""triton.language.extra.musa: what kernels call of the device itself."""

from . import libdevice

__all__ = ["libdevice"]
