"""torch.cuda functions that torch_musa lacks or has differently: thin ones, over what it has."""

import torch
import torch_musa

from .._errors import UnsupportedError
from . import _profiler


def get_device_properties(device=None):
    """torch_musa's, with CUDA's default: the current device."""
    if device is None:
        device = torch_musa.current_device()
    return torch_musa.get_device_properties(device)


def get_device_index(device, optional=False, allow_cpu=False):
    """The index of a device in whatever form; None is the current one, if optional.

    ValueError for devices of another type, and for None where it is not optional.
    """
    if isinstance(device, int):
        return device
    if device is None and optional:
        return torch_musa.current_device()
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type != "musa" and not (allow_cpu and device.type == "cpu"):
            expected = "cuda or cpu" if allow_cpu else "cuda"
            raise ValueError(f"Expected a {expected} device, but got: {device}")
    elif isinstance(device, torch_musa.device):
        return device.idx
    return torch._utils._get_device_index(device, optional, allow_cpu)


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

    def __dir__(self):
        """CUDA's names of what is there."""
        bound = ["cuda" + name[4:] for name in dir(torch_musa.musart()) if name[:4] == "musa"]
        return [*super().__dir__(), *bound]

    def cudaProfilerStart(self):
        """What torch.cuda.profiler.start() does."""
        _profiler.start()
        return self.cudaError.success

    def cudaProfilerStop(self):
        """What torch.cuda.profiler.stop() does."""
        _profiler.stop()
        return self.cudaError.success


_cudart = _Cudart()


class device_of(torch_musa.device):
    """Select the GPU of a tensor or storage for a block; does nothing for one elsewhere."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.device.type == "musa" else -1)


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


def device_memory_used(device=None):
    """Bytes in use on the whole device, by any process."""
    free, total = torch_musa.mem_get_info(device)
    return total - free


def list_gpu_processes(device=None):
    """A text for people; CUDA's says likewise when its management library is missing."""
    return "the management library (MTML) is not bound by torch_musa; use the mthreads-gmi command"


def cuda_stream_protocol(stream):
    """What Stream.__cuda_stream__() returns: the protocol's version and the handle."""
    return (0, stream.musa_stream)
