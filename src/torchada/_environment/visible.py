"""CUDA_VISIBLE_DEVICES: numbers mean the same on MUSA, NVIDIA's identifiers mean nothing there."""

import sys
from typing import Optional, Tuple

_IDENTIFIERS = ("GPU-", "MIG-")


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
