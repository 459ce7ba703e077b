"""Finds the device index that an argument means, and the architecture of a device."""

import os
from typing import Any, Optional, Union

import torch
from torch_musa import _MUSAC

from ._lazy_init import _lazy_init, is_initialized

DeviceUnion = Union[torch.device, str, int, None]


def _get_musa_device_index(device: Any, optional: bool = False, allow_cpu: bool = False) -> int:
    """The index of a device given as index, string, torch.device or None (the current one).

    A negative index is returned as it is; -1 stands for the CPU where allow_cpu permits it. optional
    has no effect, as in the real package, whose callers pass it: None is always accepted.
    """
    if device is None:
        return _current_index()
    if isinstance(device, int) and not isinstance(device, bool):
        return device
    if isinstance(device, str):
        device = torch.device(device)
    if not isinstance(device, torch.device):
        from .device import Device

        if isinstance(device, Device):
            return device.idx
        raise ValueError(f"Expected a musa device, an index or None, but got: {device!r}")
    if device.type == "cpu" and allow_cpu:
        return -1
    if device.type != "musa":
        wanted = "musa or cpu" if allow_cpu else "musa"
        raise ValueError(f"Expected a {wanted} device, but got: {device}")
    return _current_index() if device.index is None else device.index


def _current_index() -> int:
    if not is_initialized():
        if _MUSAC._musa_getDeviceCount() == 0:
            raise ValueError("Moore Threads GPUs are not available")
        _lazy_init()
    return _MUSAC._musa_getDevice()


def _optional_device(device: Optional[Any]) -> torch.device:
    """The torch.device that an optional argument means."""
    return torch.device("musa", _get_musa_device_index(device))


def _get_musa_arch() -> int:
    """The current device's architecture as 21, 22 or 31, or what TORCH_MUSA_ARCH says instead.

    ValueError: the variable holds something else, or there is no device.
    """
    named = os.environ.get("TORCH_MUSA_ARCH", "")
    if named:
        if named not in ("21", "22", "31"):
            raise ValueError(f"TORCH_MUSA_ARCH={named}: expected 21, 22 or 31")
        return int(named)
    properties = torch.musa.get_device_properties(_current_index())
    return properties.major * 10 + properties.minor
