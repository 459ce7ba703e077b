"""The properties of a device: those that torch_musa binds, and more from the MUSA runtime."""

import ctypes
import uuid

import torch_musa

from .._patch._unsupported import UnsupportedNameError
from . import _texts
from ._devices import get_device_index

_OWN = (
    *("name", "major", "minor", "is_multi_gpu_board", "is_integrated"),
    *("multi_processor_count", "total_memory"),
)
# The musaDeviceAttr of each.
_ATTRIBUTES = {
    "max_threads_per_block": 1,
    "shared_memory_per_block": 8,
    "warp_size": 10,
    "clock_rate": 13,
    "pci_bus_id": 33,
    "pci_device_id": 34,
    "memory_clock_rate": 36,
    "memory_bus_width": 37,
    "L2_cache_size": 38,
    "max_threads_per_multi_processor": 39,
    "pci_domain_id": 50,
    "shared_memory_per_multiprocessor": 81,
    "regs_per_multiprocessor": 82,
    "shared_memory_per_block_optin": 97,
}
# A musaDeviceProp is about 1 KiB; its UUID follows a name of 256 bytes.
_PROPERTIES_SIZE = 16 * 1024
_UUID = slice(256, 272)

_by_index = {}  # type: ignore[var-annotated]


class _CudaDeviceProperties:
    """The properties of a device. Those that torch_musa does not tell are looked up when asked for."""

    def __init__(self, index, own):
        self._index = index
        self._own = own
        for name in _OWN:
            setattr(self, name, getattr(own, name))
        # CUDA's properties have ROCm's name for the chip too, and this in it.
        self.gcnArchName = own.name

    def __getattr__(self, name):
        if name == "uuid":
            value = _uuid(self._index)
        elif name in _ATTRIBUTES:
            value = _attribute(self._index, name)
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        setattr(self, name, value)
        return value

    def __dir__(self):
        return [*super().__dir__(), "uuid", *_ATTRIBUTES]

    __repr__ = _texts.shown(lambda self: repr(self._own), _texts.of_properties)


def get_device_properties(device=None):
    """The properties of a device: an index, a name or a torch.device; None is the current one."""
    # Also where the answer is known: a forked process gets CUDA's error.
    torch_musa._lazy_init()
    index = device if type(device) is int else get_device_index(device, optional=True)
    known = _by_index.get(index)
    if known is None:
        own = torch_musa.get_device_properties(index)
        known = _by_index.setdefault(index, _CudaDeviceProperties(index, own))
    return known


def _attribute(index, name):
    value = ctypes.c_int()
    arguments = (ctypes.byref(value), _ATTRIBUTES[name], index)
    _ask("musaDeviceGetAttribute", name, *arguments)
    return value.value


def _uuid(index):
    properties = ctypes.create_string_buffer(_PROPERTIES_SIZE)
    _ask("musaGetDeviceProperties", "uuid", properties, index)
    return uuid.UUID(bytes=properties.raw[_UUID])


def _ask(function, name, *arguments):
    from . import _runtime_library

    ask = _runtime_library.function(function)
    error = ask(*arguments) if ask else "the MUSA runtime has no such function"
    if error:
        if ask:
            # Else the runtime tells it to whoever asks next, after a launch of a kernel, say.
            _runtime_library.function("musaGetLastError")()
        api = f"torch.cuda.get_device_properties().{name}"
        raise UnsupportedNameError.of(
            api, f"{function} failed ({error})", "use a property that dir() lists"
        )
