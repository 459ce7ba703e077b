"""CUDA_VISIBLE_DEVICES becomes MUSA_VISIBLE_DEVICES, as long as torch_musa has not counted."""

import os
import sys
from typing import Optional

from . import _log

CUDA, MUSA = "CUDA_VISIBLE_DEVICES", "MUSA_VISIBLE_DEVICES"

# What doctor shows when the variable came too late for this process.
too_late: Optional[str] = None

# The value that torch_musa saw when it counted, if it was ours.
_counted: Optional[str] = None
_is_set_by_us = False


def map_variable() -> None:
    """Set MUSA_VISIBLE_DEVICES from CUDA_VISIBLE_DEVICES; warn when that is too late."""
    global too_late, _counted, _is_set_by_us
    value = os.environ.get(CUDA)
    if value is None or MUSA in os.environ:
        return
    if _has_counted() and value != _counted:
        if too_late is None:
            too_late = (
                f"{CUDA}={value} has no effect: torch_musa was imported before torchada and has "
                f"counted its devices. Set {MUSA}={value}, or import torchada first"
            )
            _log.warn(too_late)
        return
    os.environ[MUSA] = value
    _counted, _is_set_by_us = value, True
    _log.info(f"{MUSA}={value}, from {CUDA}")


def unmap_variable() -> None:
    """Take back what map_variable() has set."""
    global _is_set_by_us
    if _is_set_by_us and os.environ.get(MUSA) == _counted:
        del os.environ[MUSA]
    _is_set_by_us = False


def _has_counted() -> bool:
    # Its native module freezes the count; a torch_musa that is still at `import torch` is in time.
    return "torch_musa._MUSAC" in sys.modules


def is_mapped() -> bool:
    """True when MUSA_VISIBLE_DEVICES is what map_variable() made it."""
    return _is_set_by_us
