"""Statistics of pinned host memory, which torch_musa has since 2.9."""

import collections
from typing import Any, Dict, Iterator, Tuple

from torch_musa import _MUSAC

from ._lazy_init import is_initialized

__all__ = [
    "host_memory_stats",
    "host_memory_stats_as_nested_dict",
    "reset_accumulated_host_memory_stats",
    "reset_peak_host_memory_stats",
]


def host_memory_stats() -> Dict[str, Any]:
    """The statistics, flat and sorted: "active_bytes.current" and so on; empty before initialisation."""
    return collections.OrderedDict(sorted(_flat("", host_memory_stats_as_nested_dict())))


def host_memory_stats_as_nested_dict() -> Dict[str, Any]:
    """The statistics as the native module gives them; empty before initialisation."""
    return _MUSAC._musa_hostMemoryStats() if is_initialized() else {}


def reset_accumulated_host_memory_stats() -> None:
    """Count allocations and frees from 0 again."""
    _MUSAC._musa_resetAccumulatedHostMemoryStats()


def reset_peak_host_memory_stats() -> None:
    """Let the peaks be the present values."""
    _MUSAC._musa_resetPeakHostMemoryStats()


def _flat(prefix: str, values: Dict[str, Any]) -> Iterator[Tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value
