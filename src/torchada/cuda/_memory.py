"""Memory: statistics, and what torch._C has of raw allocations, the fraction and the settings."""

import collections
import os
from typing import Any, Dict, Optional

import torch
import torch_musa
from torch_musa import _MUSAC

from .._errors import UnsupportedError

# Keeps what raw_alloc() gave out alive until it is deleted; by address.
_raw_allocations: Dict[int, torch.UntypedStorage] = {}
# The fractions that were set, by device; torch_musa 2.7.1 has no getter.
_fractions: Dict[int, float] = {}
_settings: Optional[str] = None
_is_caching_on = True


def memory_stats(device=None):
    """The allocator's statistics, flat and sorted: "allocated_bytes.all.current" and so on."""
    flat: Dict[str, Any] = {}
    _flatten("", torch.cuda.memory_stats_as_nested_dict(device), flat)
    return collections.OrderedDict(sorted(flat.items()))


def memory_allocated(device=None):
    """Bytes that tensors occupy."""
    return _total(device, "allocated_bytes", "current")


def max_memory_allocated(device=None):
    """The most bytes that tensors occupied since the last reset of the peaks."""
    return _total(device, "allocated_bytes", "peak")


def memory_reserved(device=None):
    """Bytes that the allocator took from the device, in use or cached."""
    return _total(device, "reserved_bytes", "current")


def max_memory_reserved(device=None):
    """The most bytes that the allocator had taken since the last reset of the peaks."""
    return _total(device, "reserved_bytes", "peak")


def get_allocator_backend():
    """CUDA's name of the allocator: native, cudaMallocAsync or pluggable."""
    return torch_musa.get_allocator_backend().replace("musa", "cuda")


def _flatten(prefix, nested, flat):
    for key, value in nested.items():
        if value.__class__ is dict:
            _flatten(f"{prefix}{key}.", value, flat)
        else:
            flat[prefix + key] = value


def _total(device, name, metric):
    """One number of the statistics, without making a flat copy of all; 0 before initialisation."""
    nested = torch.cuda.memory_stats_as_nested_dict(device)
    return nested[name]["all"][metric] if nested else 0


def raw_alloc(size, stream):
    """Allocate bytes on the current device for a stream (its handle); returns the address.

    Raises ValueError for a negative size.
    """
    if size < 0:
        raise ValueError(f"Invalid memory size: {size}")
    device = torch.device("musa", torch_musa.current_device())
    if stream:
        allocating = torch_musa.ExternalStream(stream, device)
    else:
        allocating = torch_musa.default_stream(device)
    with torch_musa.stream(allocating):
        storage = torch.UntypedStorage(size, device=device)
    _raw_allocations[storage.data_ptr()] = storage
    return storage.data_ptr()


def raw_delete(address):
    """Free memory that raw_alloc() returned, or that of a pool at a checkpoint, which no tensor frees.

    Raises RuntimeError for any other address.
    """
    if _raw_allocations.pop(address, None) is None:
        _MUSAC._musa_musaCachingAllocator_raw_delete(address)


def set_fraction(fraction, device):
    """Let this process allocate at most this fraction of a device's memory, given by its index."""
    _MUSAC._musa_setMemoryFraction(fraction, device)
    _fractions[device] = float(fraction)


def get_fraction(device):
    """The fraction that set_fraction() set last; 1.0 if it was not called."""
    return _fractions.get(device, 1.0)


def enable_caching(value=True):
    """Switch the caching allocator on or off.

    torch_musa 2.7.1 has it always on: there True does nothing, and False raises UnsupportedError.
    """
    global _is_caching_on
    if hasattr(_MUSAC, "_musa_musaCachingAllocator_enable"):
        _MUSAC._musa_musaCachingAllocator_enable(value)
        _is_caching_on = value
    elif not value:
        raise UnsupportedError.of(
            "torch.cuda.caching_allocator_enable(False)",
            "torch_musa cannot switch its allocator at run time",
            "set PYTORCH_NO_MUSA_MEMORY_CACHING=1 before the program starts",
        )


def is_caching_enabled():
    """Whether the allocator keeps freed memory: PYTORCH_NO_MUSA_MEMORY_CACHING forbids it, too."""
    return _is_caching_on and "PYTORCH_NO_MUSA_MEMORY_CACHING" not in os.environ


def empty_host_cache():
    """Do nothing: torch_musa 2.7.1 does not bind the cache of its pinned memory."""


def set_settings(text):
    """Change the allocator's settings, written as in PYTORCH_CUDA_ALLOC_CONF.

    Raises what torch_musa raises for a wrong value or an unknown setting (RuntimeError; ValueError since
    2.11, as on CUDA), and UnsupportedError for a setting of CUDA's that it lacks.
    """
    global _settings
    from .._environment import alloc_conf

    translated, left_out = alloc_conf.split(text)
    missing = [setting for setting in left_out if alloc_conf.is_of_cuda(setting)]
    if missing:
        raise UnsupportedError.of(
            f"the allocator setting {', '.join(missing)}",
            "torch_musa's allocator has no such setting",
            "leave out the setting",
        )
    torch_musa.memory._set_allocator_settings(",".join([*translated, *left_out]))
    _settings = text


def get_settings():
    """The settings that set_settings() got last, otherwise those of the environment."""
    if _settings is not None:
        return _settings
    from .late import _memory_history

    return _memory_history.memory_snapshot()["allocator_settings"]["PYTORCH_CUDA_ALLOC_CONF"]
