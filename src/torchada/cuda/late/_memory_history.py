"""The allocator's snapshot and history with CUDA's arguments: torch._C's functions of that name."""

import inspect
import warnings

import torch_musa
from torch_musa import memory

# Actions that the recording was told to leave out; they are taken out of snapshots.
_skipped: "frozenset[str]" = frozenset()
_ALL_POOLS = (0, 0)


def record_memory_history(
    enabled,
    context,
    stacks,
    max_entries,
    clear_history=False,
    compile_context=False,
    global_record_annotations=False,
    skip_actions=(),
):
    """Start ("all", "state") or stop (None) recording; raises RuntimeError for other words.

    torch_musa 2.7.1 takes the first four arguments. There clear_history stops the recording before it
    starts again, skip_actions are left out of snapshots, and a warning names what it cannot record.
    """
    record = memory._record_memory_history_impl
    asked = (clear_history, compile_context, global_record_annotations, skip_actions)
    record(enabled, context, stacks, max_entries, **_start(record, *asked))


def record_memory_history_legacy(
    enabled,
    record_context,
    max_entries,
    record_context_of_entries,
    record_context_cpp,
    clear_history=False,
    compile_context=False,
    global_record_annotations=False,
    skip_actions=(),
):
    """The older form of record_memory_history(), where enabled is True or False."""
    record = memory._record_memory_history_legacy
    asked = (clear_history, compile_context, global_record_annotations, skip_actions)
    record(
        enabled,
        record_context,
        max_entries,
        record_context_of_entries,
        record_context_cpp=record_context_cpp,
        **_start(record, *asked),
    )


def memory_snapshot(pool=None):
    """The segments, events and settings of the allocator.

    pool is None, (id, id) or (id, id, with events); (0, 0) means all pools.
    """
    torch_musa._lazy_init()
    snapshot = memory._snapshot()
    snapshot["allocator_settings"] = _in_cuda_words(snapshot.get("allocator_settings", {}))
    pool = _ALL_POOLS if pool is None else tuple(pool)
    if pool[:2] != _ALL_POOLS:
        snapshot["segments"] = [
            part for part in snapshot["segments"] if tuple(part["segment_pool_id"]) == pool[:2]
        ]
    traces = snapshot["device_traces"]
    if len(pool) > 2 and not pool[2]:
        snapshot["device_traces"] = [[] for _ in traces]
    elif _skipped:
        snapshot["device_traces"] = [
            [entry for entry in trace if entry["action"] not in _skipped] for trace in traces
        ]
    return snapshot


def allocation_traceback(address):
    """The stack frames that allocated the memory at this address; None if they are unknown."""
    for segment in memory._snapshot()["segments"]:
        for block in segment["blocks"]:
            if block["address"] == address and block["state"] == "active_allocated":
                return block["frames"] or None
    return None


def _start(record, clear_history, compile_context, global_record_annotations, skip_actions):
    """The options that torch_musa's function takes; the others are served here, or warned of."""
    global _skipped
    torch_musa._lazy_init()
    known = inspect.signature(record).parameters
    options = {
        "clear_history": clear_history,
        "compile_context": compile_context,
        "global_record_annotations": global_record_annotations,
        "skip_actions": list(skip_actions),
    }
    if clear_history and "clear_history" not in known:
        # A recording that stops forgets its events.
        memory._record_memory_history_impl(None, None, "python", 1)
    _skipped = frozenset() if "skip_actions" in known else frozenset(skip_actions)
    for name in ("compile_context", "global_record_annotations"):
        if options[name] and name not in known:
            warnings.warn(
                f"torch.cuda.memory._record_memory_history({name}=True) has no effect on MUSA: "
                f"torch_musa records the history without {name}",
                stacklevel=5,
            )
    return {name: value for name, value in options.items() if name in known}


def _in_cuda_words(settings):
    return {_in_cuda_word(name): value for name, value in settings.items()}


def _in_cuda_word(name):
    return name.replace("MUSA", "CUDA").replace("musa", "cuda")
