"""The public functions that concern torchada itself rather than the platform."""

import contextlib
from typing import Any, ContextManager

from . import _activation


def is_patched() -> bool:
    """True while code written for CUDA is sent to MUSA."""
    return _activation.state.status == _activation.ACTIVE


def unpatch() -> bool:
    """Undo everything that torchada has changed; True when it was active.

    `torchada._patch.apply_patches()` activates it again.
    """
    return _activation.deactivate()


def native_view() -> ContextManager[Any]:
    """A `with` block in which devices are called what they are: "musa", and is_cuda is False."""
    if not is_patched():
        return contextlib.nullcontext()
    from . import _core

    return _core.NativeView()


def get_version() -> str:
    """The installed version, as its metadata has it."""
    from importlib import metadata

    return metadata.version("torchada")
