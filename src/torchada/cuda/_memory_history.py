"""The allocator's snapshot and history with CUDA's arguments: torch._C's functions of that name."""

import warnings

import torch_musa
from torch_musa import _MUSAC

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

    torch_musa takes the first four arguments. clear_history stops the recording before it starts
    again, skip_actions are left out of snapshots, and a warning names what torch_musa cannot record.
    """
    _start(clear_history, compile_context, global_record_annotations, skip_actions)
    _MUSAC._musa_record_memory_history(enabled, context, stacks, max_entries)


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
    _start(clear_history, compile_context, global_record_annotations, skip_actions)
    _MUSAC._musa_record_memory_history_legacy(
        enabled, record_context, max_entries, record_context_of_entries, record_context_cpp
    )


def memory_snapshot(pool=None):
    """The segments, events and settings of the allocator.

    pool is None, (id, id) or (id, id, with events); (0, 0) means all pools.
    """
    torch_musa._lazy_init()
    snapshot = _MUSAC._musa_memorySnapshot()
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
    for segment in _MUSAC._musa_memorySnapshot()["segments"]:
        for block in segment["blocks"]:
            if block["address"] == address and block["state"] == "active_allocated":
                return block["frames"] or None
    return None


def _start(clear_history, compile_context, global_record_annotations, skip_actions):
    global _skipped
    torch_musa._lazy_init()
    if clear_history:
        # What has stopped has forgotten.
        _MUSAC._musa_record_memory_history(None, None, "python", 1)
    _skipped = frozenset(skip_actions)
    for name, wanted in (
        ("compile_context", compile_context),
        ("global_record_annotations", global_record_annotations),
    ):
        if wanted:
            warnings.warn(
                f"torch.cuda.memory._record_memory_history({name}=True) has no effect on MUSA: "
                f"torch_musa records the history without {name}",
                stacklevel=5,
            )


def _in_cuda_words(settings):
    return {_in_cuda_word(name): value for name, value in settings.items()}


def _in_cuda_word(name):
    return name.replace("MUSA", "CUDA").replace("musa", "cuda")
