"""CUDA_VISIBLE_DEVICES: numbers mean the same on MUSA, NVIDIA's identifiers mean nothing there.

Programs read it to count their devices, so it also gets the value of the user's MUSA_VISIBLE_DEVICES.
"""

from __future__ import annotations

import os
import sys
from typing import Dict, Optional, Tuple

CUDA, MUSA = "CUDA_VISIBLE_DEVICES", "MUSA_VISIBLE_DEVICES"
_IDENTIFIERS = ("GPU-", "MIG-")

# The user's CUDA_VISIBLE_DEVICES, where MUSA_VISIBLE_DEVICES said otherwise.
_replaced: Dict[str, str] = {}


def translate(value: str) -> Tuple[Optional[str], str]:
    """(MUSA_VISIBLE_DEVICES, what to tell the user); nothing can be set for identifiers."""
    names = [part.strip() for part in value.split(",")]
    foreign = [name for name in names if name.upper().startswith(_IDENTIFIERS)]
    if not foreign:
        return value, ""
    return None, (
        f"CUDA_VISIBLE_DEVICES={value} has no effect, and all MUSA devices stay visible: "
        f"{foreign[0]} is an NVIDIA identifier. Use device numbers instead, for example 0,1"
    )


def names_all_devices(value: str) -> bool:
    """Whether these are the devices that torch_musa sees anyway, in their order."""
    count = sys.modules["torch_musa"].device_count()
    return [part.strip() for part in value.split(",")] == [str(n) for n in range(count)]


def follow(ours: Dict[str, str]) -> None:
    """Before CUDA's variable is translated: a launcher may have changed what mirror() had set."""
    if CUDA not in ours or os.environ.get(MUSA, ours[CUDA]) != ours[CUDA]:
        return  # nothing was set, or the launcher has changed MUSA's variable itself
    if os.environ.get(CUDA) != ours[CUDA]:
        # The launcher's value is newer, and names the devices of this process.
        del ours[CUDA]
        if CUDA in os.environ and MUSA in os.environ:
            ours[MUSA] = os.environ[MUSA]
    elif MUSA not in os.environ:
        del ours[CUDA], os.environ[CUDA]


def mirror(ours: Dict[str, str]) -> None:
    """Set CUDA's variable to the value of the user's MUSA_VISIBLE_DEVICES."""
    wanted = os.environ.get(MUSA)
    now = os.environ.get(CUDA)
    if wanted is None or MUSA in ours or now == wanted:
        return
    if now is not None and CUDA not in ours:
        _replaced[CUDA] = now
    os.environ[CUDA] = ours[CUDA] = wanted


def undo() -> None:
    """Give back the variable that mirror() replaced."""
    os.environ.update(_replaced)
    _replaced.clear()
