"""Functions of torch._C that torch.cuda.gds calls: they copy through host memory, without GPUDirect Storage.

cuFile's compatibility mode goes the same way. Offsets and sizes are in bytes; nothing is gained
over reading a file by other means, but programs that use GdsFile run.
"""

import fcntl
import os
from typing import Any

import torch


def register_buffer(storage: Any) -> None:
    """Only check that the storage is on a GPU; raises RuntimeError if it is not."""
    _bytes_of(storage)


def deregister_buffer(storage: Any) -> None:
    """Only check that the storage is on a GPU; raises RuntimeError if it is not."""
    _bytes_of(storage)


def register_handle(fd: int) -> int:
    """A handle of an open file; raises OSError if fd is not one."""
    # Without O_DIRECT, which wants aligned memory, offsets and sizes.
    access = fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE
    return os.open(f"/proc/self/fd/{fd}", access | os.O_CLOEXEC)


def deregister_handle(handle: int) -> None:
    """Close a handle."""
    os.close(handle)


def load_storage(handle: int, storage: Any, offset: int) -> None:
    """Fill the storage with the file's bytes from offset on; raises RuntimeError if it is too short."""
    target = _bytes_of(storage)
    host = torch.empty(target.numel(), dtype=torch.uint8)
    view = memoryview(host.numpy())
    done = 0
    while done < len(view):
        count = os.preadv(handle, [view[done:]], offset + done)
        if count == 0:
            raise RuntimeError(
                f"cannot fill a storage of {len(view)} bytes: the file has only {done} bytes from "
                f"offset {offset} on"
            )
        done += count
    target.copy_(host)


def save_storage(handle: int, storage: Any, offset: int) -> None:
    """Write all bytes of the storage to the file, from offset on."""
    view = memoryview(_bytes_of(storage).cpu().numpy())
    done = 0
    while done < len(view):
        done += os.pwrite(handle, view[done:], offset + done)


def _bytes_of(storage: Any) -> torch.Tensor:
    """The bytes of a storage on a GPU, as a tensor over them."""
    untyped = storage if isinstance(storage, torch.UntypedStorage) else storage.untyped()
    if untyped.device.type != "musa":
        raise RuntimeError(f"expected a storage on a GPU, but this one is on {untyped.device}")
    data = torch.empty(0, dtype=torch.uint8, device=untyped.device)
    return data.set_(untyped, 0, (untyped.nbytes(),), (1,))
