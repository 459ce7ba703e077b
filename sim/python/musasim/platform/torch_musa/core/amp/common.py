"""The types that autocast supports, and torch's autocast flags for MUSA."""

import functools

import torch

from ..device import is_available, is_bf16_supported

__all__ = ["amp_definitely_not_available", "get_amp_supported_dtype"]

_musa_device = "musa"
_torch_is_autocast_enabled = torch.is_autocast_enabled
_torch_set_autocast_enabled = torch.set_autocast_enabled


def amp_definitely_not_available():
    """True if mixed precision is not available, because there is no device."""
    return not is_available()


def get_amp_supported_dtype():
    """The types that autocast can compute in, for torch.autocast("musa")."""
    return [torch.float16, torch.bfloat16] if is_bf16_supported() else [torch.float16]


@functools.wraps(_torch_is_autocast_enabled)
def _musa_is_autocast_enabled(*args, **kwargs) -> bool:
    if not args and not kwargs:
        return _torch_is_autocast_enabled(_musa_device)
    return _torch_is_autocast_enabled(*args, **kwargs)


@functools.wraps(_torch_set_autocast_enabled)
def _musa_set_autocast_enabled(*args, **kwargs) -> None:
    if len(args) + len(kwargs) == 1:
        args = (_musa_device, *args)
    return _torch_set_autocast_enabled(*args, **kwargs)


def _hook_autocast_common():
    torch.is_autocast_enabled = _musa_is_autocast_enabled
    torch.set_autocast_enabled = _musa_set_autocast_enabled
