"""torch.OutOfMemoryError: what programs look for in its text, to try again with less."""

from functools import wraps

from .. import _presence
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "memory"
_HERE, _ON_CUDA = "MUSA out of memory", "CUDA out of memory"


@patch_function
@requires_import("torch_musa")
def _say_cuda_out_of_memory():
    """torch_musa's text begins "MUSA out of memory."; programs search it for CUDA's words."""
    import torch

    error = torch.OutOfMemoryError
    if _presence.is_off("TORCHADA_PERSPECTIVE"):
        current().skip(AREA, "torch.OutOfMemoryError.__init__", "TORCHADA_PERSPECTIVE is off")
    else:
        current().set_attr(error, "__init__", _with_both_names(error.__init__), area=AREA)


def _with_both_names(init):
    @wraps(init)
    def __init__(self, *args):
        if args and isinstance(args[0], str) and args[0].startswith(_HERE):
            # CUDA's words where CUDA has them; those of torch_musa are not lost.
            args = (f"{_ON_CUDA}{args[0][len(_HERE):]} ({_HERE})", *args[1:])
        init(self, *args)

    return __init__


@patch_function
@requires_import("torch_musa")
def _bind_natives():
    """The functions of torch._C below torch.cuda.memory, which is PyTorch's own code."""
    import torch
    from torch_musa import _MUSAC

    from ..cuda import _memory, _memory_history

    natives = {
        "_accelerator_getAllocatorSettings": _memory.get_settings,
        "_accelerator_setAllocatorSettings": _memory.set_settings,
        "_cuda_allocationTraceback": _memory_history.allocation_traceback,
        "_cuda_cudaCachingAllocator_enable": _memory.enable_caching,
        "_cuda_cudaCachingAllocator_is_enabled": _memory.is_caching_enabled,
        "_cuda_cudaCachingAllocator_raw_alloc": _memory.raw_alloc,
        "_cuda_cudaCachingAllocator_raw_delete": _memory.raw_delete,
        "_cuda_cudaCachingAllocator_set_allocator_settings": _memory.set_settings,
        "_cuda_getMemoryFraction": _memory.get_fraction,
        "_cuda_memorySnapshot": _memory_history.memory_snapshot,
        "_cuda_memoryStats": _MUSAC._musa_memoryStats,
        "_cuda_record_memory_history": _memory_history.record_memory_history,
        "_cuda_record_memory_history_legacy": _memory_history.record_memory_history_legacy,
        "_cuda_resetAccumulatedMemoryStats": _MUSAC._musa_resetAccumulatedMemoryStats,
        "_cuda_resetPeakMemoryStats": _MUSAC._musa_resetPeakMemoryStats,
        "_cuda_setMemoryFraction": _memory.set_fraction,
        "_host_emptyCache": _memory.empty_host_cache,
    }
    for name, value in natives.items():
        # A CUDA build has all that its version knows.
        if hasattr(torch._C, name) or not torch._C._has_cuda:
            current().set_attr(torch._C, name, value, area=AREA)
