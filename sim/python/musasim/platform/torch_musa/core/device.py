"""Devices: which is current, what they are, synchronisation."""

from typing import Any, List, Optional, Tuple

import torch
import torch_musa
from torch_musa import _MUSAC

from ._lazy_init import _lazy_init
from ._utils import DeviceUnion as _device_t
from ._utils import _get_musa_device_index

_MusaDeviceProperties = _MUSAC._MusaDeviceProperties
_exchange_device = _MUSAC._musa_exchangeDevice
_maybe_exchange_device = _MUSAC._musa_maybeExchangeDevice
# From this capability on (S4000), the hardware computes in bfloat16 and TF32.
_BF16_TF32_CAPABILITY = (2, 2)


class _DeviceGuard:
    """Makes the device of this index current inside the block."""

    def __init__(self, index: int):
        self.idx = index
        self.prev_idx = -1

    def __enter__(self):
        self.prev_idx = _exchange_device(self.idx)

    def __exit__(self, type: Any, value: Any, traceback: Any):
        self.idx = _maybe_exchange_device(self.prev_idx)
        return False


class Device:
    """Makes a device current inside the block; None and negative indices have no effect."""

    def __init__(self, device: Any):
        self.idx = -1 if device is None else _get_musa_device_index(device)
        self.prev_idx = -1

    def __enter__(self):
        self.prev_idx = _exchange_device(self.idx)

    def __exit__(self, *args):
        self.idx = _maybe_exchange_device(self.prev_idx)
        return False


class DeviceOf(Device):
    """Makes the device of a tensor or storage current, if that is on MUSA."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_musa else -1)


def set_device(device: _device_t) -> None:
    """Make a device current; a negative index has no effect."""
    index = _get_musa_device_index(device)
    if index >= 0:
        _MUSAC._musa_setDevice(index)


def current_device() -> int:
    """The index of the current device."""
    _lazy_init()
    return _MUSAC._musa_getDevice()


def device_count() -> int:
    """The number of visible devices, counted once, when torch_musa is imported."""
    return _MUSAC._musa_getDeviceCount()


def is_available() -> bool:
    """True if there is a device."""
    return device_count() > 0


def _checked_index(device: _device_t, what: str = "device") -> int:
    _lazy_init()
    index = _get_musa_device_index(device)
    if index < 0 or index >= device_count():
        raise AssertionError(f"Invalid {what} id {index}: there are {device_count()} MUSA devices")
    return index


def get_device_properties(device: _device_t = None) -> _MusaDeviceProperties:
    """Name, capability, memory and multiprocessor count of a device."""
    index = _checked_index(device)
    return torch_musa._get_device_properties(index)


def get_device_name(device: Optional[_device_t] = None) -> str:
    """The name of a device."""
    return get_device_properties(device).name


def get_device_capability(device: Optional[_device_t] = None) -> Tuple[int, int]:
    """Major and minor capability of a device."""
    properties = get_device_properties(device)
    return properties.major, properties.minor


def can_device_access_peer(device: _device_t, peer_device: _device_t) -> bool:
    """True if a device can read and write the memory of another device."""
    return _MUSAC._musa_canDeviceAccessPeer(
        _checked_index(device), _checked_index(peer_device, "peer device")
    )


def synchronize(device: _device_t = None) -> None:
    """Wait for all work that is queued on a device."""
    _lazy_init()
    with Device(device):
        return _MUSAC._musa_synchronize()


def register_musa_hook():
    """Register the backend's hooks with ATen."""
    _MUSAC._musa_register_device_hook()


def get_arch_list() -> List[str]:
    """The architectures the library was built for; empty without a device."""
    flags = _MUSAC._musa_getArchFlags() if is_available() else None
    return flags.split() if flags else []


def _check_bf16_tensor_supported(device: _device_t):
    """Whether a tensor of bfloat16 can be made on a device."""
    try:
        torch.tensor(
            [1.0], dtype=torch.bfloat16, device=torch.device("musa", _checked_index(device))
        )
    except RuntimeError:
        return False
    return True


def is_bf16_supported(including_emulation: bool = True):
    """True if the current device computes in bfloat16, in hardware or (including_emulation) at all."""
    if not is_available():
        return False
    return including_emulation or get_device_capability() >= _BF16_TF32_CAPABILITY


def is_tf32_supported() -> bool:
    """True if the current device computes in TF32."""
    return is_available() and get_device_capability() >= _BF16_TF32_CAPABILITY
