"""Rows for versions of torch_musa after 2.7.1, the version of the other rows: what each changes, and the source.

Read from torch_musa's sources of 2.9.1.post1 (repository MooreThreads/torch_musa, commit 5e25af7) and
2.11.0.post2 (e205050), and from threads of projects that run on them. A fact holds from the first version
in which it was seen; an older one may have it too.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from .rows import RENAMED, SAME, Row

# torch_musa has what it had not, lacks what it had, does it otherwise; it is known to be wrong, or mended.
HAS, LACKS, CHANGED, WRONG, RIGHT = "has", "lacks", "changed", "wrong", "right"

POST1, POST2 = "2.9.1.post1", "2.11.0.post2"
_SOURCES = {
    "memory1": "torch_musa/core/memory.py, 5e25af7",
    "memory2": "torch_musa/core/memory.py, e205050",
    "module": "torch_musa/csrc/core/Module.cpp, 5e25af7",
    "stream": "torch_musa/core/stream.py, 5e25af7",
    "graphs": "torch_musa/musa_graph/graphs.py, 5e25af7",
    "init": "torch_musa/__init__.py, 5e25af7",
    "device": "torch_musa/core/device.py, e205050",
    "ipc": "torch_musa/core/ipc.py, e205050",
}


class Fact:
    """One thing that is otherwise from a version on."""

    __slots__ = ("name", "since", "verdict", "how", "target", "note", "source")

    def __init__(
        self,
        name: str,
        since: str,
        verdict: str,
        source: str,
        note: str = "",
        target: Optional[str] = None,
        how: str = SAME,
    ):
        self.name, self.since, self.verdict, self.note = name, since, verdict, note
        # The kind of the row from then on, and the object of torch_musa; None leaves the row as it is.
        self.how, self.target = how, target
        self.source = _SOURCES.get(source, source)

    @property
    def key(self) -> Tuple[str, str]:
        """(module, name) of the row."""
        module, _, name = self.name.rpartition(".")
        return module, name


def _has(since: str, source: str, *names: str) -> Tuple[Fact, ...]:
    """Names of torch.cuda that torch_musa has under the same name."""
    return tuple(
        Fact(f"torch.cuda.{name}", since, HAS, source, "", name.rpartition(".")[2])
        for name in names
    )


def _binds(since: str, source: str, **names: str) -> Tuple[Fact, ...]:
    """Names of torch._C (without _cuda_), and what torch_musa calls each."""
    return tuple(
        Fact(f"torch._C._cuda_{name}", since, HAS, source, "", f"_MUSAC.{target}", RENAMED)
        for name, target in names.items()
    )


ROWS = (
    *_has(
        POST1,
        "memory1",
        "host_memory_stats",
        "host_memory_stats_as_nested_dict",
        "reset_accumulated_host_memory_stats",
        "reset_peak_host_memory_stats",
        "list_gpu_processes",
    ),
    *_has(POST1, "stream", "get_stream_from_external"),
    *_binds(
        POST1,
        "module",
        hostMemoryStats="_musa_hostMemoryStats",
        resetAccumulatedHostMemoryStats="_musa_resetAccumulatedHostMemoryStats",
        resetPeakHostMemoryStats="_musa_resetPeakHostMemoryStats",
        getStreamFromExternal="_musa_getStreamFromExternal",
        getMemoryFraction="_musa_getMemoryFraction",
        beginAllocateCurrentThreadToPool="_musa_beginAllocateCurrentThreadToPool",
        endAllocateToPool="_musa_endAllocateToPool",
    ),
    Fact("torch._C._host_emptyCache", POST1, HAS, "module", "", "_MUSAC._host_emptyCache"),
    Fact(
        "torch.cuda.get_gencode_flags",
        POST2,
        HAS,
        "device",
        "returns mcc's options, such as --offload-arch=mp_31",
        "core.device.get_gencode_flags",
    ),
    *(
        Fact(f"torch.cuda.{name}", POST2, HAS, "device", "", f"core.device.{name}")
        for name in ("get_sync_debug_mode", "set_sync_debug_mode")
    ),
    *_binds(POST2, "memory2", getMemoryMetadata="_musa_getMemoryMetadata"),
    *_binds(POST2, "memory2", setMemoryMetadata="_musa_setMemoryMetadata"),
    *_binds(POST2, "device", get_sync_debug_mode="_musa_get_sync_debug_mode"),
    *_binds(POST2, "device", set_sync_debug_mode="_musa_set_sync_debug_mode"),
)


def _by_row() -> Dict[Tuple[str, str], List[Row]]:
    found: Dict[Tuple[str, str], List[Row]] = {}
    for fact in ROWS:
        module, name = fact.key
        found.setdefault((module, name), []).append(
            Row(name, fact.how, fact.target or "", fact.note)
        )
    return found


# By module and name: the rows of a name for later versions; each holds where torch_musa has its object.
NEWER = _by_row()
