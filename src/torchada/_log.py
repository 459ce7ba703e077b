"""Writes to stderr: the warning when torchada stays inactive, hints, and the log of TORCHADA_LOG."""

import sys

from ._presence import importer, setting

_LEVELS = {"debug": 2, "info": 1}
# So many of the places that need hand work are shown.
_MOST_SHOWN = 5
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


def hand_work(what: str, places: "list[str]", where_all: str = "") -> None:
    """Name what MUSA needs other code for; `where_all` says where all places are listed."""
    if not places:
        return
    rest = len(places) - _MOST_SHOWN
    more = f"\n  and {rest} more{where_all}" if rest > 0 else ""
    shown = "\n  ".join(places[:_MOST_SHOWN])
    plural = "place needs" if len(places) == 1 else "places need"
    say(f"{what}: {len(places)} {plural} hand work to run on MUSA:\n  {shown}{more}")


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
