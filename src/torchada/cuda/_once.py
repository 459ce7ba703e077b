"""Says once a process, on stderr, that a CUDA setting has no effect on MUSA."""

import sys
from types import FrameType
from typing import Optional

from .. import _log, _presence

_said: "set[str]" = set()
# Modules that make a setting on behalf of their callers.
_PASSING_ON = ("torchada.", "torch.backends", "torch.profiler", "torch.autograd.profiler")


def say_once(text: str) -> None:
    """One line; TORCHADA_HINTS=0 hides it. Not a warning: programs that set it should go on."""
    if text not in _said and not _is_set_by_pytorch() and not _presence.is_off("TORCHADA_HINTS"):
        _said.add(text)
        _log.say(text)


def _is_set_by_pytorch() -> bool:
    """Whether PyTorch's own code makes the setting, for a while, as torch.export does."""
    frame: Optional[FrameType] = sys._getframe(2)
    while frame is not None:
        name = str(frame.f_globals.get("__name__"))
        if name != "contextlib" and not name.startswith(_PASSING_ON):
            return name.startswith("torch.")
        frame = frame.f_back
    return False
