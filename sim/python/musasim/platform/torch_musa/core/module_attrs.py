"""torch.nn.Module.musa()."""

from typing import Optional, TypeVar, Union

import torch
from torch import device as _device

T = TypeVar("T", bound="torch.nn.Module")


def _musa(self: T, device: Optional[Union[int, _device]] = None) -> T:
    """Move all parameters and buffers to a MUSA device."""
    return self._apply(lambda t: t.musa(device))


def set_module_attributes():
    """Add musa() to torch.nn.Module."""
    torch.nn.Module.musa = _musa
