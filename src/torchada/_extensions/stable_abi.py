"""Headers for extensions that use PyTorch's stable interface (torch/csrc/stable) alone.

PyTorch's own know CUDA. `stable_compat` has the checks of MUSA's calls, and, where torch is 2.9, what later
releases of PyTorch added; `stable_members` adds is_privateuseone() to classes of PyTorch that lack it.
"""

import os
from typing import Iterable, List, Optional

_INCLUDE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")
_TENSOR = "torch/csrc/stable/tensor_struct.h"
_DEVICE = "torch/csrc/stable/device_struct.h"


def compat_folder() -> str:
    """The folder with the headers that take the place of PyTorch's, or precede them."""
    return os.path.join(_INCLUDE, "stable_compat")


def box_header() -> str:
    """A header that a compiler is given by -include: the stable interface in whole, with TORCH_BOX."""
    return os.path.join(compat_folder(), "torchada_stable_box.h")


def folders(searched: Iterable[str]) -> List[str]:
    """Folders to search before these, which have PyTorch's headers. None where torch is older than 2.9."""
    searched = list(searched)
    tensor = _text_of(_TENSOR, searched)
    if tensor is None:
        return []
    lacks_members = "is_privateuseone" not in tensor and _text_of(_DEVICE, searched) is not None
    members = [os.path.join(_INCLUDE, "stable_members")] if lacks_members else []
    return [*members, compat_folder()]


def _text_of(header: str, searched: List[str]) -> Optional[str]:
    for folder in searched:
        path = os.path.join(folder, header)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None
