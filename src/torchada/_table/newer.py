"""What torch_musa has, lacks or does otherwise in versions after 2.7.1, the version of the other rows, and who says so.

Read from torch_musa's sources of 2.9.1.post1 (repository MooreThreads/torch_musa, commit 5e25af7) and
2.11.0.post2 (e205050), and from threads of projects that run on them. A fact holds from the first version
in which it was seen; an older one may have it too.
"""

from typing import Dict, List, Optional, Tuple

from .rows import RENAMED, SAME, Row

# torch_musa has what it had not, lacks what it had, does it otherwise; it is known to be wrong, or mended.
HAS, LACKS, CHANGED, WRONG, RIGHT = "has", "lacks", "changed", "wrong", "right"

_POST1, _POST2 = "2.9.1.post1", "2.11.0.post2"
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
        # How the name is served from then on, by which object of torch_musa; None leaves the row as it is.
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


_ROWS = (
    *_has(
        _POST1,
        "memory1",
        "host_memory_stats",
        "host_memory_stats_as_nested_dict",
        "reset_accumulated_host_memory_stats",
        "reset_peak_host_memory_stats",
        "list_gpu_processes",
    ),
    *_has(_POST1, "stream", "get_stream_from_external"),
    *_binds(
        _POST1,
        "module",
        hostMemoryStats="_musa_hostMemoryStats",
        resetAccumulatedHostMemoryStats="_musa_resetAccumulatedHostMemoryStats",
        resetPeakHostMemoryStats="_musa_resetPeakHostMemoryStats",
        getStreamFromExternal="_musa_getStreamFromExternal",
        getMemoryFraction="_musa_getMemoryFraction",
        beginAllocateCurrentThreadToPool="_musa_beginAllocateCurrentThreadToPool",
        endAllocateToPool="_musa_endAllocateToPool",
    ),
    Fact("torch._C._host_emptyCache", _POST1, HAS, "module", "", "_MUSAC._host_emptyCache"),
    Fact(
        "torch.cuda.get_gencode_flags",
        _POST2,
        HAS,
        "device",
        "returns mcc's options, such as --offload-arch=mp_31",
        "core.device.get_gencode_flags",
    ),
    *(
        Fact(f"torch.cuda.{name}", _POST2, HAS, "device", "", f"core.device.{name}")
        for name in ("get_sync_debug_mode", "set_sync_debug_mode")
    ),
    *_binds(_POST2, "memory2", getMemoryMetadata="_musa_getMemoryMetadata"),
    *_binds(_POST2, "memory2", setMemoryMetadata="_musa_setMemoryMetadata"),
    *_binds(_POST2, "device", get_sync_debug_mode="_musa_get_sync_debug_mode"),
    *_binds(_POST2, "device", set_sync_debug_mode="_musa_set_sync_debug_mode"),
    Fact("torch.cuda.MemPoolContext", _POST2, LACKS, "memory2"),
    Fact("torch._C._MemPoolContext", _POST2, LACKS, "memory2"),
    Fact(
        "torch.cuda.use_mem_pool",
        _POST1,
        CHANGED,
        "memory1",
        "affects the current thread only, as on CUDA",
    ),
    Fact(
        "torch.cuda.MemPool",
        _POST1,
        CHANGED,
        "memory1",
        "takes use_on_oom=True (no_split=True too from 2.11.0.post2); torch_musa counts the users itself",
    ),
    Fact(
        "torch.cuda.CUDAGraph",
        _POST1,
        CHANGED,
        "graphs",
        "has raw_cuda_graph() and raw_cuda_graph_exec(), and keep_graph=True keeps torch_musa's graph",
    ),
    Fact("torch.cuda.Event", _POST1, CHANGED, "stream", "takes external=True"),
    Fact(
        "torch._C._cuda_record_memory_history",
        _POST1,
        CHANGED,
        "memory1",
        "torch_musa takes clear_history, compile_context and global_record_annotations itself "
        "(skip_actions too from 2.11.0.post2)",
    ),
    Fact(
        "torch._C._cuda_cudaCachingAllocator_enable",
        _POST1,
        CHANGED,
        "module",
        "False switches the caching allocator off",
    ),
)

_TORCHADA = "https://github.com/MooreThreads/torchada/pull/"
_TORCH_MUSA = "https://github.com/MooreThreads/torch_musa/issues/"
_REPLACED = "torchada replaces it"

_OTHERS = (
    Fact("torch", _POST1, CHANGED, "init", "torch_musa needs torch 2.9.1 or newer"),
    Fact(
        "PYTORCH_MUSA_ALLOC_CONF",
        _POST2,
        HAS,
        "torch_musa/csrc/core/MUSAAllocatorConfig.cpp, which parses by torch 2.10's ConfigTokenizer",
        "per_process_memory_fraction, graph_capture_record_stream_reuse, pinned_reserve_segment_size_mb, and "
        "what torch's AcceleratorAllocatorConfig has",
    ),
    Fact("MUSA SDK", "2.9.1", CHANGED, f"{_TORCH_MUSA}138", "is 5.1; torch_musa 2.7.1 has 4.3.4"),
    Fact("torch.backends.musa", _POST1, HAS, "init", "is torch_musa.core.musa"),
    Fact("torch_musa.use_unified_allocator", _POST1, HAS, "init"),
    Fact("torch_musa.core.ipc", _POST2, HAS, "ipc", "has export_tensor() and open_tensor()"),
    Fact(
        "torch::stable::Tensor",
        "2.9.0",
        LACKS,
        f"{_TORCHADA}78, {_TORCHADA}97",
        "accessors and TORCH_BOX of torch 2.10; stable_compat_include_dir() has headers with them",
    ),
    Fact("torch::stable::Tensor", "2.11.0", HAS, "torchada 0.1.103 on PyPI, cpp_extension.py"),
    Fact(
        "tensor[mask] = x",
        "2.9.0",
        WRONG,
        f"{_TORCH_MUSA}146",
        "raises for more than 2**31 elements",
    ),
    Fact(
        "operators on 3e9 elements",
        "2.9.0",
        WRONG,
        f"{_TORCH_MUSA}147",
        "give other results than on slices; which operator is not known",
    ),
    Fact(
        "torch.accelerator's functions of memory",
        "2.9.0",
        WRONG,
        f"{_TORCHADA}104",
        f"raise NotImplementedError, or are missing; {_REPLACED}",
    ),
    Fact("torch.accelerator's functions of memory", _POST2, RIGHT, f"{_TORCHADA}104"),
    Fact("log_ of float64, log and multinomial in a graph", _POST2, RIGHT, f"{_TORCHADA}106"),
    Fact("inductor's heuristics of templates", _POST2, HAS, f"{_TORCHADA}106"),
    Fact(
        "mm and bmm with out_dtype",
        "2.11.0.post1",
        WRONG,
        f"{_TORCHADA}116",
        f"zeros or other numbers; {_REPLACED} where it finds that",
    ),
)

FACTS: Tuple[Fact, ...] = (*_ROWS, *_OTHERS)


def _by_row() -> Dict[Tuple[str, str], List[Row]]:
    found: Dict[Tuple[str, str], List[Row]] = {}
    for fact in _ROWS:
        if fact.target is not None:
            module, name = fact.key
            found.setdefault((module, name), []).append(Row(name, fact.how, fact.target, fact.note))
    return found


_BY_ROW = _by_row()


def newer_rows(module: str, name: str) -> List[Row]:
    """The rows of a name for later versions; each holds where torch_musa has its object."""
    return _BY_ROW.get((module, name), [])
