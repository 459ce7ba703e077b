"""Environment variables of CUDA programs, set for torch_musa under the names that it reads.

A MUSA variable that the user has set takes precedence. A child process inherits what is set here
together with a mark, TORCHADA_MAPPED, so that it can tell our values from the user's and follow a
CUDA variable that was changed for it.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module
from typing import Any, Dict, List, Optional, Tuple

from .. import _log
from . import visible
from .rows import AT_IMPORT, NO_EFFECT, OWN, ROWS, WARN, Row

MARK = "TORCHADA_MAPPED"
# capability.py reads this variable, which few processes set.
CAPABILITY = "TORCHADA_DEVICE_CAPABILITY"

# By variable: what is wrong with it and what to do. Doctor shows this.
problems: Dict[str, str] = {}

_lock = threading.Lock()
# The value of each variable that torch_musa reads at its import, as it has read it or will.
_read: Dict[str, Optional[str]] = {}
# True when a look was taken before torch_musa was imported.
_was_early = False


def apply(initialising: bool = False) -> None:
    """Set torch_musa's variables from CUDA's; warn once about each that can have no effect.

    May be called again. `initialising` says that torch_musa is about to initialise its device.
    """
    global _was_early
    with _lock:
        _was_early = _was_early or not _is_read()
        ours = _marked()
        visible.follow(ours)
        for row in (*ROWS, *OWN):
            _apply(row, ours, initialising)
        visible.mirror(ours)
        _mark(ours)
    for name, reason in WARN.items():
        if os.environ.get(name, "0") not in ("", "0"):
            _tell(name, f"{name}={os.environ[name]} has no effect: {reason}. Unset {name}")


def undo() -> None:
    """Take back what apply() has set."""
    with _lock:
        for name, value in _marked().items():
            if os.environ.get(name) == value:
                del os.environ[name]
        os.environ.pop(MARK, None)
        visible.undo()
        problems.clear()


def is_ours(name: str) -> bool:
    """True when the variable is what apply() made it, here or in a parent process."""
    return name in os.environ and _marked().get(name) == os.environ[name]


def effects() -> List[Tuple[str, str]]:
    """(variable, what became of it) for each variable of CUDA programs that is set."""
    found: Dict[str, str] = {}
    for row in (*ROWS, *OWN):
        for name in row.cuda:
            if name in os.environ:
                found[name] = "; ".join(filter(None, (found.get(name), _effect(row, name))))
    for name in sorted(os.environ):
        reason = _reason_of_no_effect(name)
        if reason and name not in found:
            found[name] = f"no effect: {reason}"
    return sorted(found.items())


def _effect(row: Row, name: str) -> str:
    if is_ours(name):
        return f"set to the value of {row.musa}"
    problem = problems.get(name, "").partition(". ")[0]
    if not is_ours(row.musa):
        preferred = f"no effect: {row.musa} is set, which takes precedence"
        return problem or (preferred if row.musa in os.environ else "no effect")
    if name != _source(row):
        return f"no effect: {_source(row)} is set, which takes precedence"
    return "; ".join(filter(None, (f"{row.musa}={os.environ[row.musa]}", problem)))


def _reason_of_no_effect(name: str) -> str:
    for pattern, reason in NO_EFFECT:
        if name == pattern or (pattern[-1] == "*" and name.startswith(pattern[:-1])):
            return reason
    return ""


def _source(row: Row) -> Optional[str]:
    return next((name for name in row.cuda if name in os.environ), None)


def _apply(row: Row, ours: Dict[str, str], initialising: bool) -> None:
    now = os.environ.get(row.musa)
    _read.setdefault(row.musa, now)
    if now is not None and now != ours.get(row.musa):
        ours.pop(row.musa, None)
        return
    source = _source(row)
    wanted = None
    if source is not None:
        wanted, text = _call(row.translate, os.environ[source], (os.environ[source], ""))
        if text:
            _tell(source, text)
    if row.read == AT_IMPORT and _is_read() and wanted != _read[row.musa]:
        if wanted is not None and source is not None:
            _honour_late(row, source, wanted, initialising)
        return
    _set(row.musa, wanted, ours)
    _read[row.musa] = wanted
    if wanted is not None and now != wanted:
        _log.info(f"set {row.musa}={wanted} because of {source}")


def _call(function: str, value: str, otherwise: Any) -> Any:
    """The answer of a function of this package about a value."""
    if not function:
        return otherwise
    module, _, name = function.partition(".")
    return getattr(import_module(f"{__name__}.{module}"), name)(value)


def _set(name: str, value: Optional[str], ours: Dict[str, str]) -> None:
    if value is None:
        os.environ.pop(name, None)
        ours.pop(name, None)
    else:
        os.environ[name] = ours[name] = value


def _honour_late(row: Row, source: str, wanted: str, initialising: bool) -> None:
    """torch_musa has read its variable before: set it otherwise, or tell the user."""
    if _call(row.is_harmless, wanted, False):
        return
    if row.late:
        # Before that the allocator may not be there.
        if initialising:
            try:
                _call(row.late, wanted, None)
                _read[row.musa] = wanted
            except Exception as error:
                text = (
                    f"{source}={os.environ[source]} has no effect: torch_musa refuses it ({error})"
                )
                _tell(source, f"{text}. Set it before the first import of torch")
        return
    value = os.environ[source]
    if _was_early:
        _tell(
            source,
            f"{source}={value} has no effect: it was set after the import of torch, and on MUSA that "
            "import reads it. Set it before the first import of torch",
        )
    else:
        _tell(
            source,
            f"{source}={value} has no effect: torch_musa was imported before torchada and has "
            f"already read its own variables. Set {row.musa}={wanted}, or import torchada before "
            "torch_musa",
        )


def _tell(name: str, text: str) -> None:
    if problems.get(name) != text:
        problems[name] = text
        _log.warn(text)


def _is_read() -> bool:
    # Its native module reads them; a torch_musa that is still at `import torch` is in time.
    return "torch_musa._MUSAC" in sys.modules


def _marked() -> Dict[str, str]:
    """The values that torchada gave to variables, here or in a parent process, read from the mark."""
    lines = os.environ.get(MARK, "").split("\n")
    return {name: value for name, equals, value in (x.partition("=") for x in lines) if equals}


def _mark(ours: Dict[str, str]) -> None:
    if ours:
        os.environ[MARK] = "\n".join(f"{name}={value}" for name, value in ours.items())
    else:
        os.environ.pop(MARK, None)
