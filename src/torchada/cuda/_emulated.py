"""torch.cuda functions that torch_musa lacks or has differently: thin ones, over what it has."""

from typing import Dict

import torch
import torch_musa

from .._errors import UnsupportedError


def get_device_properties(device=None):
    """torch_musa's, with CUDA's default: the current device."""
    if device is None:
        device = torch_musa.current_device()
    return torch_musa.get_device_properties(device)


def nvml_based_avail():
    """Whether is_available() should ask NVML, which knows nothing of a MUSA device."""
    return False


class _Cudart:
    """torch_musa's runtime bindings under CUDA's names."""

    def __getattr__(self, name):
        if not name.startswith("cuda"):
            raise AttributeError(f"torch.cuda.cudart() has no attribute {name!r}")
        bindings = torch_musa.musart()
        bound = getattr(bindings, "musa" + name[4:], None)
        if bound is None:
            available = ", ".join(sorted("cuda" + n[4:] for n in dir(bindings) if n[:4] == "musa"))
            raise UnsupportedError(
                f"torch.cuda.cudart().{name} is not supported on MUSA: torch_musa does not bind "
                f"musa{name[4:]}. Bound are: {available}"
            )
        return bound


_cudart = _Cudart()


def cudart():
    """The runtime API module; initialises the device, as on CUDA."""
    torch_musa._lazy_init()
    return _cudart


def get_stream_from_external(data_ptr, device=None):
    """A stream object over a stream that somebody else created."""
    return torch_musa.ExternalStream(data_ptr, device)


def get_sync_debug_mode():
    """Always the default: torch_musa cannot watch for synchronising operations."""
    return 0


def set_sync_debug_mode(debug_mode):
    """Accepts the default mode; the others need what torch_musa lacks."""
    if debug_mode in ("warn", "error", 1, 2):
        raise UnsupportedError(
            f"torch.cuda.set_sync_debug_mode({debug_mode!r}) is not supported on MUSA: torch_musa "
            "cannot watch for synchronising operations. Use torch.profiler to find them"
        )
    if debug_mode not in ("default", 0):
        raise RuntimeError(
            "invalid value of debug_mode, expected one of `default`, `warn`, `error`"
        )


# Keeps what caching_allocator_alloc gave out alive until it is deleted.
_raw_allocations: Dict[int, torch.UntypedStorage] = {}


def caching_allocator_alloc(size, device=None, stream=None):
    """Bytes of device memory as an address, from the caching allocator."""
    if device is None or isinstance(device, int):
        device = torch.device("musa", torch_musa.current_device() if device is None else device)
    if isinstance(stream, int):
        stream = torch_musa.ExternalStream(stream, device)
    with torch_musa.stream(stream):
        storage = torch.UntypedStorage(size, device=device)
    _raw_allocations[storage.data_ptr()] = storage
    return storage.data_ptr()


def caching_allocator_delete(mem_ptr):
    """Give back what caching_allocator_alloc returned."""
    if _raw_allocations.pop(mem_ptr, None) is None:
        raise RuntimeError(f"invalid device pointer: {mem_ptr:#x}")


def device_memory_used(device=None):
    """Bytes in use on the whole device, by any process."""
    free, total = torch_musa.mem_get_info(device)
    return total - free


_fractions: Dict[int, float] = {}


def set_per_process_memory_fraction(fraction, device=None):
    """torch_musa's; what was set is remembered for the getter, which torch_musa lacks."""
    torch_musa.set_per_process_memory_fraction(fraction, device)
    _fractions[torch.cuda._get_device_index(device, optional=True)] = float(fraction)


def get_per_process_memory_fraction(device=None):
    """The fraction last set here; 1.0 before."""
    return _fractions.get(torch.cuda._get_device_index(device, optional=True), 1.0)


def list_gpu_processes(device=None):
    """A text for people; CUDA's says likewise when its management library is missing."""
    return "the management library (MTML) is not bound by torch_musa; use the mthreads-gmi command"


def memory_cached(device=None):
    """The old name of memory_reserved."""
    return torch_musa.memory_reserved(device)


def max_memory_cached(device=None):
    """The old name of max_memory_reserved."""
    return torch_musa.max_memory_reserved(device)


def memory_snapshot(mempool_id=None, include_traces=True):
    """The allocator's segments; torch_musa cannot pick out one pool."""
    if mempool_id is not None:
        raise UnsupportedError(
            "torch.cuda.memory_snapshot(mempool_id) is not supported on MUSA: torch_musa's "
            "snapshot covers all pools. Call it without mempool_id"
        )
    return torch_musa.memory_snapshot()


def reset_max_memory_allocated(device=None):
    """Resets all peaks, as CUDA's does (torch_musa 2.7.1's own raises NameError)."""
    torch_musa.reset_peak_memory_stats(device)


def reset_max_memory_cached(device=None):
    """Resets all peaks, as CUDA's does (torch_musa 2.7.1's own raises NameError)."""
    torch_musa.reset_peak_memory_stats(device)


def tunable_is_on():
    """Whether TunableOp is at work: torch_musa has none."""
    return False


def cuda_stream_protocol(stream):
    """What Stream.__cuda_stream__() returns: the protocol's version and the handle."""
    return (0, stream.musa_stream)
