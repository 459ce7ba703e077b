"""The Python patches: their registry, their ledger and one module for each area.

torchada._core handles device strings below Python. The patches bind torch.cuda to torch.musa and
translate the strings that PyTorch's Python code compares itself.

A module or folder without an underscore in front is an area of patches, which `_registry.py` or
`late.py` lists. One with an underscore is machinery, which patches nothing by itself.
"""

from .._errors import PatchError
from ._device_names import _translate_device
from ._ledger import current as current_ledger
from ._registry import patch_function, requires_import

__all__ = [
    "PatchError",
    "_translate_device",
    "apply_patches",
    "current_ledger",
    "patch_function",
    "requires_import",
]


def __getattr__(name):
    if name in ("_CDLLWrapper", "_patch_ctypes_cdll"):  # where upstream's torchada has them
        from . import native_calls

        return getattr(native_calls, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def apply_patches() -> bool:
    """Activate torchada (again, after unpatch()); True when it is active afterwards.

    If torchada is active already, only the patches registered since its activation run.
    """
    from .. import _activation

    return _activation.activate(explicit=True)
