"""Functions of MUSA's runtime library, which torch_musa has loaded, that torch_musa does not bind."""

import ctypes
import functools
import os
import re
from typing import Any, Optional

_NAME = r"libmusart\.so[.\d]*$"


@functools.lru_cache(maxsize=None)
def _library() -> Optional[ctypes.CDLL]:
    """The runtime library of this process, not another that a search would find; None when none is loaded."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(maxsplit=5)[-1].rstrip("\n") for line in maps if "libmusart" in line}
    for path in sorted(paths):
        if re.search(_NAME, path):
            return ctypes.CDLL(path, mode=os.RTLD_NOLOAD | os.RTLD_NOW)
    return None


def function(name: str) -> Any:
    """The C function, returning a musaError_t as an int; None where the library lacks it."""
    return getattr(_library(), name, None)
