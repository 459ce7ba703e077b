"""torch._C's CUDA bindings that torch_musa._MUSAC lacks or has differently."""

import torch
import torch_musa
from torch_musa import _MUSAC


def compiled_version():
    """The version of MUSA that torch_musa was built with, as a number: 4000 for 4.0."""
    return int(_MUSAC._musa_version)


def has_primary_context(device):
    """Whether this process has memory on the device, as far as the caching allocator knows."""
    if device < 0 or device >= torch_musa.device_count():
        raise RuntimeError("hasPrimaryContext expects a valid device index")
    return torch_musa.is_initialized() and torch_musa.memory_reserved(device) > 0


def stream_from_external(pointer, device_index):
    """(id, device index, device type) of a stream that somebody else made."""
    stream = torch_musa.ExternalStream(pointer, torch.device("musa", device_index))
    return (stream.stream_id, stream.device_index, stream.device_type)
