"""History of the allocator: recording it, and pictures of it."""

import os
import pickle
import sys
from typing import Optional, Union

from torch.types import Device
from torch_musa import _MUSAC

from ._lazy_init import _lazy_init


def _record_memory_history_legacy(
    enabled: bool,
    record_context=True,
    trace_alloc_max_entries=1,
    trace_alloc_record_context=False,
    device: Union[Device, int] = None,
    record_context_cpp=False,
):
    _lazy_init()
    _MUSAC._musa_record_memory_history_legacy(
        enabled,
        record_context,
        trace_alloc_max_entries,
        trace_alloc_record_context,
        record_context_cpp,
    )


def _record_memory_history_impl(
    enabled: Optional[str] = "all",
    context: Optional[str] = "all",
    stacks: str = "all",
    max_entries: int = sys.maxsize,
    device: Union[Device, int] = None,
):
    _lazy_init()
    _MUSAC._musa_record_memory_history(enabled, context, stacks, max_entries)


def _record_memory_history(enabled="all", *args, **kwargs):
    """Record what happens to device memory, for _snapshot and _dump_snapshot.

    enabled: None stops, "state" keeps the stacks of what is allocated, "all" also a list of events.
    context: for what stacks are kept: None, "state", "alloc" or "all". stacks: "python" or "all"
    (with C++). max_entries: of the list. A bool for enabled gives the old interface.
    """
    if isinstance(enabled, bool):
        return _record_memory_history_legacy(enabled, *args, **kwargs)
    return _record_memory_history_impl(enabled, *args, **kwargs)


def _snapshot(device: Union[Device, int] = None):
    """Segments, events, settings: what torch's memory viewer reads."""
    _lazy_init()
    return _MUSAC._musa_memorySnapshot()


def _dump_snapshot(filename="dump_snapshot.pickle"):
    """Write the allocator's snapshot where torch's memory viewer can read it."""
    with open(filename, "wb") as file:
        pickle.dump(_snapshot(), file)


def _select_format_flamegraph(flamegraph_lines):
    """A flame graph (SVG) of the lines, by the script that FLAMEGRAPH_PL_SCRIPT names; torch fetches
    one where it names none."""
    from torch.cuda import _memory_viz

    script = os.environ.get("FLAMEGRAPH_PL_SCRIPT")
    return _memory_viz.format_flamegraph(flamegraph_lines, script)


def _save(kind, filename, snapshot):
    from torch.cuda import _memory_viz

    if snapshot is None:
        snapshot = _snapshot()
    picture = getattr(_memory_viz, kind)(snapshot, _select_format_flamegraph)
    with open(filename, "w") as file:
        file.write(picture)


def _save_segment_usage(filename="output.svg", snapshot=None):
    """Draw the segments as a flame graph."""
    _save("segments", filename, snapshot)


def _save_memory_usage(filename="output.svg", snapshot=None):
    """Draw what uses memory as a flame graph."""
    _save("memory", filename, snapshot)
