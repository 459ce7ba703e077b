"""Shared libraries of CUDA that programs open themselves, found on MUSA. Needs no torch."""

import os
import re
from typing import Iterator, Optional

from .._loaded_files import loaded_files
from .._names.to_musa import library_to_musa_name
from .._toolkit import cuda_home

# Beginnings of all libraries that CUDA or MUSA has; others are not looked at further.
_BEGINNING = re.compile(r"lib(cu|nccl|nvrtc|nvjpeg|mu|mccl|mt)").match
_VERSION = re.compile(r"\.so[.\d]*$")


def musa_file(name: str) -> Optional[str]:
    """The library to open for one of CUDA or MUSA, by its file name or path: a path where one is found.

    The name alone where none is, for the system's search. None for any other library, and for those
    of CUDA that MUSA has no counterpart for.
    """
    base = os.path.basename(name)
    if not _may_be_one(base):
        return None
    translated = library_to_musa_name(base)
    if translated == base:
        if not is_musa_file(base):
            return None
        if base != name:
            return name
    return next(_candidates(_VERSION.sub(".so", translated)), translated)


def find_library(name: str) -> Optional[str]:
    """ctypes.util.find_library("cudart"): the path of MUSA's library, or None as for any other."""
    path = musa_file(f"lib{name}.so")
    return path if path is not None and os.path.isabs(path) else None


def is_musa_file(base: str) -> bool:
    """Whether this is the file name of one of MUSA's libraries, whatever its version is."""
    if not _may_be_one(base):
        return False
    from .._names import files

    plain = _VERSION.sub(".so", base)
    return bool(files().sources(plain, "library"))


def _may_be_one(base: str) -> bool:
    return bool(_BEGINNING(base) and _VERSION.search(base))


def _candidates(name: str) -> Iterator[str]:
    """The path of a library of MUSA: the one in this process first, then beside it, then the toolkit's."""
    loaded = list(loaded_files())
    for path in loaded:
        if _VERSION.sub(".so", os.path.basename(path)) == name:
            yield path
    folders = [os.path.dirname(path) for path in loaded if "libmusart.so" in path]
    home = cuda_home()
    if home is not None:
        folders += [os.path.join(home, "lib"), os.path.join(home, "lib64")]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            yield path
