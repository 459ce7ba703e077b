"""Writes to stderr: the warning when torchada stays inactive, hints, and the log of TORCHADA_LOG."""

import sys

from ._presence import importer, setting

_LEVELS = {"debug": 2, "info": 1}
_warned: "set[str]" = set()


def info(text: str) -> None:
    """One line of TORCHADA_LOG=info."""
    _log("info", text)


def debug(text: str) -> None:
    """One line of TORCHADA_LOG=debug."""
    _log("debug", text)


def _log(level: str, text: str) -> None:
    wanted = _LEVELS.get(setting("TORCHADA_LOG"), 0)
    if _LEVELS[level] <= wanted:
        say(f"[{level}] {text}")


def say(text: str) -> None:
    """Print a line to stderr."""
    # None or closed in some services, where nobody can be told anything.
    if sys.stderr is not None and not getattr(sys.stderr, "closed", False):
        print(f"torchada: {text}", file=sys.stderr)


def warn(text: str) -> None:
    """Warn, once, with a RuntimeWarning that points at the user's import.

    Where warnings are errors it is a line on stderr; raises only when that cannot be written.
    """
    import warnings

    if text in _warned:
        return
    _warned.add(text)
    frame = importer("torch", "torch_musa")
    where = (frame.f_code.co_filename, frame.f_lineno) if frame is not None else (__file__, 1)
    try:
        warnings.warn_explicit(text, RuntimeWarning, *where)
    except Exception:
        # -W error turns warnings into exceptions, and one here would end `import torch`.
        say(text)
