"""Gives the simulator's torch_musa the names and forms of call of a later version; import torchada afterwards.

As torch_musa's sources of 2.9.1.post1 and 2.11.0.post2 have them. What a function does is the simulator's,
or a word that tells that it was called.
"""

import torch_musa
from torch_musa import _MUSAC
from torch_musa.core import device, memory

_snapshot_of_all = _MUSAC._musa_memorySnapshot
_record = _MUSAC._musa_record_memory_history
_record_legacy = _MUSAC._musa_record_memory_history_legacy
_begin, _end = _MUSAC._musa_beginAllocateToPool, _MUSAC._musa_endAllocateCurrentStreamToPool
_OldPool = torch_musa.MemPool
calls = []


def become(version):
    """2.9.1.post1 or 2.11.0.post2."""
    torch_musa.__version__ = f"{version}+musasim"
    is_post2 = version == "2.11.0.post2"
    _memory(is_post2)
    _pools(is_post2)
    _others()
    if is_post2:
        _only_in_post2()


def _memory(is_post2):
    def snapshot(pool, /):
        return _snapshot_of_all()

    def record(enabled, context, stacks, entries, clear, compiling, annotating, *skipped):
        assert len(skipped) == is_post2, "the number of arguments is fixed"
        calls.append(("record", clear, compiling, annotating, *skipped))
        _record(enabled, context, stacks, entries)

    def legacy(enabled, context, entries, context_of, cpp, clear, compiling, annotating, *skipped):
        assert len(skipped) == is_post2, "the number of arguments is fixed"
        calls.append(("legacy", clear, compiling, annotating, *skipped))
        _record_legacy(enabled, context, entries, context_of, cpp)

    _MUSAC._musa_memorySnapshot = snapshot
    _MUSAC._musa_record_memory_history = record
    _MUSAC._musa_record_memory_history_legacy = legacy
    memory._snapshot = lambda device=None: _MUSAC._musa_memorySnapshot(None)
    memory.memory_snapshot = torch_musa.memory_snapshot = lambda mempool_id=None: (
        _MUSAC._musa_memorySnapshot(mempool_id)["segments"]
    )
    (_recorders_of_post2 if is_post2 else _recorders)()


def _recorders():
    def impl(
        enabled="all",
        context="all",
        stacks="all",
        max_entries=1,
        device=None,
        clear_history=False,
        compile_context=False,
        global_record_annotations=False,
    ):
        more = (clear_history, compile_context, global_record_annotations)
        _MUSAC._musa_record_memory_history(enabled, context, stacks, max_entries, *more)

    def legacy(
        enabled,
        record_context=True,
        trace_alloc_max_entries=1,
        trace_alloc_record_context=False,
        device=None,
        record_context_cpp=False,
        clear_history=False,
        compile_context=False,
        global_record_annotations=False,
    ):
        first = (enabled, record_context, trace_alloc_max_entries, trace_alloc_record_context)
        more = (clear_history, compile_context, global_record_annotations)
        _MUSAC._musa_record_memory_history_legacy(*first, record_context_cpp, *more)

    memory._record_memory_history_impl = impl
    memory._record_memory_history_legacy = legacy


def _recorders_of_post2():
    def impl(
        enabled="all",
        context="all",
        stacks="all",
        max_entries=1,
        device=None,
        clear_history=False,
        compile_context=False,
        global_record_annotations=False,
        skip_actions=None,
    ):
        more = (clear_history, compile_context, global_record_annotations, skip_actions or [])
        _MUSAC._musa_record_memory_history(enabled, context, stacks, max_entries, *more)

    def legacy(
        enabled,
        record_context=True,
        trace_alloc_max_entries=1,
        trace_alloc_record_context=False,
        device=None,
        record_context_cpp=False,
        clear_history=False,
        compile_context=False,
        global_record_annotations=False,
        skip_actions=None,
    ):
        first = (enabled, record_context, trace_alloc_max_entries, trace_alloc_record_context)
        more = (clear_history, compile_context, global_record_annotations, skip_actions or [])
        _MUSAC._musa_record_memory_history_legacy(*first, record_context_cpp, *more)

    memory._record_memory_history_impl = impl
    memory._record_memory_history_legacy = legacy


def _pools(is_post2):
    class MemPool(_OldPool):
        def __init__(self, allocator=None, use_on_oom=False):
            super().__init__(allocator)
            self.options = {"use_on_oom": use_on_oom}

        def use_count(self):
            return 7

    class MemPoolOfPost2(MemPool):
        def __init__(self, allocator=None, use_on_oom=False, no_split=False):
            super().__init__(allocator, use_on_oom)
            self.options["no_split"] = no_split

    from contextlib import contextmanager

    @contextmanager
    def use_mem_pool(pool, device=None):
        calls.append(("use_mem_pool", device))
        _begin(device, pool.id)
        try:
            yield
        finally:
            _end(device, pool.id)

    torch_musa.MemPool = memory.MemPool = MemPoolOfPost2 if is_post2 else MemPool
    torch_musa.use_mem_pool = memory.use_mem_pool = use_mem_pool
    _MUSAC._musa_beginAllocateCurrentThreadToPool = _begin
    _MUSAC._musa_endAllocateToPool = _end


def _others():
    class MUSAGraph(torch_musa.MUSAGraph):
        def __new__(cls, keep_graph=False):
            return super().__new__(cls)

        def __init__(self, keep_graph=False):
            super().__init__()
            self.kept = keep_graph

        def instantiate(self):
            calls.append(("instantiate", self.kept))

        def raw_musa_graph(self):
            return 11

        def raw_musa_graph_exec(self):
            return 12

    torch_musa.MUSAGraph = MUSAGraph
    torch_musa.host_memory_stats = lambda: {"num_host_alloc": 3}
    torch_musa.get_stream_from_external = lambda pointer, device=None: ("stream", pointer)
    _MUSAC._musa_hostMemoryStats = lambda: {"num_host_alloc": 3}
    _MUSAC._host_emptyCache = lambda: calls.append(("host_emptyCache",))
    _MUSAC._musa_musaCachingAllocator_enable = lambda value: calls.append(("caching", value))


def _only_in_post2():
    del torch_musa.MemPoolContext, memory.MemPoolContext, _MUSAC._MemPoolContext
    del _MUSAC._musa_endAllocateCurrentStreamToPool
    modes = [0]
    device.get_gencode_flags = lambda: "--offload-arch=mp_31"
    device.get_sync_debug_mode = lambda: modes[-1]
    device.set_sync_debug_mode = modes.append
    _MUSAC._musa_getMemoryMetadata = lambda: "words"
