"""Gives torch.ao.nn.intrinsic the modules that fuse a convolution with SiLU."""

import importlib

from ..._on_import import when_imported

__all__ = ["_register_ao_intrinsic_modules"]

_OURS = "torch_musa.core.ao.nn.intrinsic"
_THEIRS = "torch.ao.nn.intrinsic"
_NAMES = {
    "": ("ConvBnSiLU2d", "ConvSiLU2d", "ConvAddSiLU2d"),
    ".quantized": ("ConvSiLU2d", "ConvAddSiLU2d"),
    ".qat": ("ConvBnSiLU2d", "ConvSiLU2d"),
}


def _register_ao_intrinsic_modules():
    """Install them, in each module of PyTorch once that is imported."""
    for part in _NAMES:
        when_imported(_THEIRS + part, lambda part=part: _register(part))


def _register(part):
    theirs = importlib.import_module(_THEIRS + part)
    ours = importlib.import_module(_OURS + (part or ".modules"))
    for name in _NAMES[part]:
        setattr(theirs, name, getattr(ours, name))
