"""The words of torch.distributed: what CUDA programs say and what PyTorch has here."""

import re
import sys
from functools import wraps
from typing import Any, Callable

from ... import _core

AREA = "distributed"
C10D = "torch.distributed.distributed_c10d"

_HERE = {"nccl": "mccl", "cuda": "musa"}
_SHOWN = {here: shown for shown, here in _HERE.items()}

# A word of its own: not a part of a path or of an address.
_WORD = rf"(?<![\w/.-])({'|'.join(_SHOWN)})(?![\w/])"


def here(text: Any) -> Any:
    """The words for PyTorch: "cpu:gloo,cuda:nccl" becomes "cpu:gloo,musa:mccl"."""
    return _translated(text, _HERE)


def shown(text: Any) -> Any:
    """The words for a user: the other way round."""
    return _translated(text, _SHOWN)


def _translated(text: Any, words: Any) -> Any:
    if not isinstance(text, str):
        return text
    pairs = (pair.split(":") for pair in text.split(","))
    return ",".join(":".join(words.get(word, word) for word in pair) for pair in pairs)


def shown_in(text: str) -> str:
    """A text for a user, in which PyTorch's own code has named a backend or device."""
    return re.sub(_WORD, lambda found: _SHOWN[found[0]], text)


def problem() -> str:
    """Why there is no NCCL here; empty when there is."""
    import torch

    if not torch.distributed.is_available():
        return "this torch is built without torch.distributed"
    if not hasattr(torch.distributed, "ProcessGroupMCCL"):
        return "this torch_musa is built without MCCL"
    return ""


def set_everywhere(ledger: Any, name: str, value: Any) -> None:
    """A function of distributed_c10d, which torch.distributed has under the same name."""
    genuine = vars(sys.modules[C10D]).get(name)
    for module in (C10D, "torch.distributed"):
        owner = sys.modules[module]
        if module == C10D or vars(owner).get(name) is genuine is not None:
            ledger.set_attr(owner, name, value, area=AREA)


def serves_nccl(group: Any) -> bool:
    """Whether a process group's collectives on GPUs are torch_musa's."""
    import torch

    gpu = torch.device("musa")
    if gpu not in group._device_types:
        return False
    part = group._get_backend(gpu)
    # TORCH_DISTRIBUTED_DEBUG=DETAIL wraps it.
    wrapper = getattr(sys.modules[C10D], "_ProcessGroupWrapper", ())
    while isinstance(part, wrapper):
        part = part.wrapped_pg
    return isinstance(part, torch.distributed.ProcessGroupMCCL)


def answering(function: Callable) -> Any:
    """The function, whose answer is translated for users."""

    @wraps(function)
    def for_users(*args, **kwargs):
        return shown(function(*args, **kwargs))

    return _core.ByAsker(function, for_users)


def telling(function: Callable) -> Callable:
    """The function, whose errors name backends and devices as users do."""

    @wraps(function)
    def told(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            error.args = tuple(shown_in(x) if isinstance(x, str) else x for x in error.args)
            raise

    return told


def attribute(key: str) -> property:
    """A plain attribute that is kept under this key: a device type, which users see as theirs."""

    def get(self):
        if key not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {key!r}")
        return vars(self)[key]

    def get_shown(self):
        return shown(get(self))

    def put(self, value):
        vars(self)[key] = here(value)

    return property(_core.ByAsker(get, get_shown), put)
