"""Device memory: statistics, limits, the cache, pools, history."""

import collections
from typing import Any, Dict, Tuple, Union

import torch
from torch.types import Device
from torch_musa import _MUSAC

from ._allocators import (
    MemPool,
    MemPoolContext,
    MUSAPluggableAllocator,
    _get_current_allocator,
    _MUSAAllocator,
    change_current_allocator,
    use_mem_pool,
)
from ._lazy_init import _lazy_init, is_initialized
from ._memory_history import (
    _dump_snapshot,
    _record_memory_history,
    _record_memory_history_impl,
    _record_memory_history_legacy,
    _save_memory_usage,
    _save_segment_usage,
    _select_format_flamegraph,
    _snapshot,
)
from ._memory_summary import format_summary
from ._utils import _get_musa_device_index
from .device import device_count

__all__ = [
    "set_per_process_memory_fraction",
    "empty_cache",
    "memory_stats",
    "memory_stats_as_nested_dict",
    "reset_accumulated_memory_stats",
    "reset_peak_memory_stats",
    "reset_max_memory_allocated",
    "reset_max_memory_cached",
    "memory_allocated",
    "max_memory_allocated",
    "memory_reserved",
    "max_memory_reserved",
    "memory_snapshot",
    "memory_summary",
    "mem_get_info",
    "get_allocator_backend",
    "MUSAPluggableAllocator",
    "change_current_allocator",
    "MemPool",
    "MemPoolContext",
    "use_mem_pool",
    "memory_stats_all",
    "_record_memory_history",
    "_dump_snapshot",
    "_set_allocator_settings",
]

if torch.__version__ >= (2, 9):
    from ._host_memory import *
    from ._host_memory import __all__ as _of_host_memory

    __all__ += _of_host_memory

OutOfMemoryError = torch.OutOfMemoryError


def set_per_process_memory_fraction(fraction, device: Union[Device, int] = None) -> None:
    """Let this process allocate at most this fraction of a device's memory."""
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if not 0 <= fraction <= 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    _lazy_init()
    _MUSAC._musa_setMemoryFraction(fraction, _get_musa_device_index(device))


def empty_cache():
    """Return the memory that the allocator caches and no tensor uses to the device."""
    if is_initialized():
        _MUSAC._musa_emptyCache()


def memory_stats(device: Union[Device, int] = None) -> Dict[str, Any]:
    """The allocator's statistics, flat: "allocated_bytes.all.current" and so on, sorted."""
    flat = {}
    _flatten("", memory_stats_as_nested_dict(device), flat)
    return collections.OrderedDict(sorted(flat.items()))


def _flatten(prefix, value, flat):
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{prefix}.{key}" if prefix else key, inner, flat)
    else:
        flat[prefix] = value


def memory_stats_as_nested_dict(device: Union[Device, int] = None) -> Dict[str, Any]:
    """The allocator's statistics, nested; empty before initialisation."""
    if not is_initialized():
        return {}
    return _MUSAC._musa_memoryStats(_get_musa_device_index(device))


def memory_stats_all():
    """memory_stats of every device, by index."""
    return {index: memory_stats(index) for index in range(device_count())}


def reset_accumulated_memory_stats(device: Union[Device, int] = None) -> None:
    """Set the "allocated" and "freed" totals to zero."""
    _lazy_init()
    _MUSAC._musa_resetAccumulatedMemoryStats(_get_musa_device_index(device))


def reset_peak_memory_stats(device: Union[Device, int] = None) -> None:
    """Set the peaks to the memory that is in use now."""
    _lazy_init()
    _MUSAC._musa_resetPeakMemoryStats(_get_musa_device_index(device))


def reset_max_memory_allocated(device: Union[Device, int] = None) -> None:
    """An old name of reset_peak_memory_stats."""
    reset_peak_memory_stats(device)


def reset_max_memory_cached(device: Union[Device, int] = None) -> None:
    """An old name of reset_peak_memory_stats."""
    reset_peak_memory_stats(device)


def memory_allocated(device: Union[Device, int] = None) -> int:
    """Bytes that tensors occupy."""
    return memory_stats(device).get("allocated_bytes.all.current", 0)


def max_memory_allocated(device: Union[Device, int] = None) -> int:
    """The most bytes that tensors occupied since the last reset of the peaks."""
    return memory_stats(device).get("allocated_bytes.all.peak", 0)


def memory_reserved(device: Union[Device, int] = None) -> int:
    """Bytes that the allocator took from the device, in use or cached."""
    return memory_stats(device).get("reserved_bytes.all.current", 0)


def max_memory_reserved(device: Union[Device, int] = None) -> int:
    """The most bytes that the allocator had taken since the last reset of the peaks."""
    return memory_stats(device).get("reserved_bytes.all.peak", 0)


def memory_snapshot():
    """The allocator's segments on all devices."""
    return _snapshot()["segments"]


def memory_summary(device: Union[Device, int] = None, abbreviated: bool = False) -> str:
    """The allocator's statistics as a table to read; abbreviated leaves out the two pools."""
    _lazy_init()
    index = _get_musa_device_index(device)
    return format_summary(index, memory_stats(index), abbreviated)


def mem_get_info(device: Union[Device, int] = None) -> Tuple[int, int]:
    """The free and total bytes of a device, for all processes together."""
    _lazy_init()
    return _MUSAC._musart.musaMemGetInfo(_get_musa_device_index(device))


def _set_allocator_settings(env: str):
    """Change the allocator's settings, written as in PYTORCH_MUSA_ALLOC_CONF."""
    _MUSAC._musa_musaCachingAllocator_set_allocator_settings(env)


def get_allocator_backend() -> str:
    """The name of the allocator in use."""
    return _MUSAC._musa_getAllocatorBackend()
