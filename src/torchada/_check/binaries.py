"""Compiled files: which of them were made for NVIDIA GPUs."""

from __future__ import annotations

import mmap
import os
from typing import List

from .files import File
from .statements import FAILS, Statement

# Files that hold code for NVIDIA GPUs, whatever is in them.
_KERNELS = (".cubin", ".fatbin", ".ptx")
# The section of an ELF file that nvcc puts kernels into.
_SECTION = b".nv_fatbin\0"
# What a library that calls CUDA itself is linked to; torch's own libraries need them, too.
_LINKED = (
    b"libcudart.so.",
    b"libcublas.so.",
    b"libcublasLt.so.",
    b"libcuda.so.1\0",
    b"libnvrtc.so.",
)
_HELP = "Build it from its sources on MUSA, if there are sources."


def statements(folder: str, files: List[File], is_needed: bool) -> List[Statement]:
    """The statements about the compiled files among these, which the project needs or not."""
    found = []
    for file in files:
        if file.suffix in _KERNELS:
            why = "is code for NVIDIA GPUs"
        elif file.suffix in (".so", ".pyd") or ".so." in file.name:
            why = _why(os.path.join(folder, file.path), file.size)
        else:
            continue
        if why:
            message = f"`{file.name}` {why}, so MUSA cannot load it"
            place = (file.name, file.path, 1)
            found.append(Statement("binary", FAILS, *place, message, _HELP, "", is_needed))
    return found


def _why(path: str, size: int) -> str:
    if size < 64:
        return ""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:4] != b"\x7fELF":
            return ""
        if data.find(_SECTION) >= 0:
            return "has kernels that were compiled for NVIDIA GPUs"
        for name in _LINKED:
            if data.find(name) >= 0:
                shown = name.decode().rstrip(".1\0")
                return f"was linked to {shown}"
    return ""
