"""The public functions about torchada itself; those about the platform are in _platform."""

import contextlib
from typing import Any, Callable, ContextManager

from . import _activation


def is_patched() -> bool:
    """True while torchada is active: code written for CUDA runs on the MUSA GPU."""
    return _activation.state.status == _activation.ACTIVE


def unpatch() -> bool:
    """Deactivate torchada and undo everything that it has changed; True when it was active.

    `torchada.apply_patches()` activates it again.
    """
    return _activation.deactivate()


def native_view() -> ContextManager[Any]:
    """A `with` block in which all code sees MUSA: device types are "musa" and is_cuda is False."""
    if not is_patched():
        return contextlib.nullcontext()
    from . import _core

    return _core.NativeView()


def get_original_init_process_group() -> Callable[..., None]:
    """PyTorch's own torch.distributed.init_process_group, as it is without torchada."""
    import torch.distributed

    now = torch.distributed.init_process_group
    if is_patched():
        for entry in _activation.state.ledger.replaced():
            if entry.now is now:
                return entry.before
    return now


def get_version() -> str:
    """The installed version of torchada, for example "0.1.1000"."""
    from importlib import metadata

    return metadata.version("torchada")
