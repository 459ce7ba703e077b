"""Automatic mixed precision."""

from .autocast_mode import autocast, custom_bwd, custom_fwd
from .common import amp_definitely_not_available, get_amp_supported_dtype
from .grad_scaler import GradScaler

__all__ = [
    "GradScaler",
    "amp_definitely_not_available",
    "autocast",
    "custom_bwd",
    "custom_fwd",
    "get_amp_supported_dtype",
]
