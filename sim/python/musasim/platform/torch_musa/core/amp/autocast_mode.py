"""autocast for MUSA, and its decorators for autograd functions."""

import functools

import torch

__all__ = ["autocast", "custom_fwd", "custom_bwd"]


class autocast(torch.amp.autocast_mode.autocast):
    """torch.autocast("musa", ...), in float16 by default."""

    def __init__(
        self,
        enabled: bool = True,
        dtype: torch.dtype = torch.float16,
        cache_enabled: bool = True,
    ):
        super().__init__("musa", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    """For forward() of a torch.autograd.Function that is used under autocast."""
    if fwd is None:
        return functools.partial(custom_fwd, cast_inputs=cast_inputs)
    return torch.amp.custom_fwd(fwd, device_type="musa", cast_inputs=cast_inputs)


def custom_bwd(bwd):
    """For backward() of such a function: runs it under the autocast state of forward()."""
    return torch.amp.custom_bwd(bwd, device_type="musa")
