"""Devices: torch.cuda's functions and torch._C's that torch_musa lacks or has differently."""

import torch
import torch_musa
from torch_musa import _MUSAC, is_initialized

_NO_INDEX = "Expected a torch.device with a specified index or an integer"


def get_device_index(device, optional=False, allow_cpu=False):
    """The index of a device: an index, a name, a torch.device; None is the current one, if optional.

    Raises ValueError for devices of another type, and for None if it is not optional.
    """
    return device_index_for_torch_musa(device, optional, allow_cpu)


def device_index_for_torch_musa(device, optional=True, allow_cpu=False):
    """The same for torch_musa's functions, which need not say that None is the current device."""
    if device is None and optional:
        return _current_device()
    if isinstance(device, int):
        return device
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == "musa":
            # PyTorch's function below takes microseconds, and RNG states are read at every
            # checkpointed block.
            if device.index is not None:
                return device.index
            if optional:
                return _current_device()
            # PyTorch's words for it, whose function would name the device by its other name.
            raise ValueError(f"{_NO_INDEX}, but got:cuda")
        elif not (allow_cpu and device.type == "cpu"):
            expected = "cuda or cpu" if allow_cpu else "cuda"
            raise ValueError(f"Expected a {expected} device, but got: {device}")
    elif isinstance(device, torch_musa.device):
        return device.idx
    return torch._utils._get_device_index(device, optional, allow_cpu)


def set_device(device):
    """Make a GPU current; a negative index has no effect. ValueError where no index is given."""
    index = device_index_for_torch_musa(device, optional=False)
    if index >= 0:
        _MUSAC._musa_setDevice(index)


def _current_device():
    return _MUSAC._musa_getDevice() if is_initialized() else torch_musa.current_device()


class device_of(torch_musa.device):
    """Select the GPU of a tensor or storage for a block; does nothing for one elsewhere."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.device.type == "musa" else -1)


def compiled_version():
    """The version of MUSA that torch_musa was built with, as a number: 40300 for 4.3."""
    return int(_MUSAC._musa_version)


def has_primary_context(device):
    """True if the caching allocator of this process holds memory of the device."""
    if device < 0 or device >= torch_musa.device_count():
        raise RuntimeError("hasPrimaryContext expects a valid device index")
    return torch_musa.is_initialized() and torch_musa.memory_reserved(device) > 0


def check_nothing():
    """Do nothing: on CUDA, PyTorch compares NVIDIA's capability numbers."""
