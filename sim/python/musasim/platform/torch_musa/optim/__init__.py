"""Optimizers whose step is one operator for all parameters."""

from .fused_adam import FusedAdam
from .fused_adamw import FusedAdamW
from .fused_lamb import FusedLAMB

__all__ = ["FusedLAMB", "FusedAdam", "FusedAdamW"]
