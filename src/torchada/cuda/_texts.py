"""repr() of torch_musa's objects as CUDA's are shown.

core/perspective/modules.def lists this module as a user's: what it asks of devices is answered so.
"""

from functools import wraps

import torch

_gpu = torch.device("musa")
# In the order in which CUDA's text has them.
_FIELDS = (
    *("name", "major", "minor", "total_memory", "multi_processor_count"),
    *("uuid", "pci_bus_id", "pci_device_id", "pci_domain_id", "L2_cache_size"),
)


def shown(genuine, text):
    """A __repr__: text(self), and the genuine one where everybody sees the truth."""

    @wraps(genuine)
    def represent(self):
        return text(self) if _gpu.type == "cuda" else genuine(self)

    return represent


def of_stream(stream):
    """The text of a torch.cuda.Stream."""
    return f"<torch.cuda.Stream device={stream.device} cuda_stream={stream.cuda_stream:#x}>"


def of_event(event):
    """The text of a torch.cuda.Event."""
    handle = event.cuda_event
    return f"<torch.cuda.Event {handle:#x}>" if handle else "<torch.cuda.Event uninitialized>"


def of_properties(properties):
    """The text of what torch.cuda.get_device_properties() returns, of the fields that MUSA's have."""
    values = [
        f"{name}={_value(name, getattr(properties, name))}"
        for name in _FIELDS
        if hasattr(properties, name)
    ]
    return f"_CudaDeviceProperties({', '.join(values)})"


def _value(name, value):
    if name == "name":
        return f"'{value}'"
    is_size = name in ("total_memory", "L2_cache_size")
    return f"{value // 2**20}MB" if is_size else str(value)
