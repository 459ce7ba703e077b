"""Refuses kernels that need more of a resource than the device has."""

import inspect

from triton.runtime.errors import OutOfResources

from ._libmusa import MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device_attribute


class OutOfSharedMemory(OutOfResources):
    """Triton's own error, which also says which kernel it is."""

    def __init__(self, required, limit, name, kernel=""):
        super().__init__(required, limit, name)
        self.kernel = kernel

    def __str__(self):
        return f"the kernel {self.kernel}: {super().__str__()}"

    def __reduce__(self):
        return type(self), (self.required, self.limit, self.name, self.kernel)


def check_shared(src, metadata):
    """Refuse a kernel that needs more shared memory than the current device has."""
    import torch

    limit = device_attribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, torch.musa.current_device())
    if metadata.shared > limit:
        kernel = metadata.name + _source_location(src)
        raise OutOfSharedMemory(metadata.shared, limit, "shared memory", kernel)


def _source_location(src):
    """The place of the kernel in the program, if it was compiled from Python."""
    function = getattr(getattr(src, "fn", None), "fn", None)
    if function is None:
        return ""
    return f" ({inspect.getfile(function)}:{src.fn.starting_line_number})"
