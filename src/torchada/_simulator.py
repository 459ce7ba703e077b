"""The simulator musasim, for the command line: whether it is installed, and whether it can work."""

import importlib
import importlib.util
import os

_OFF = ("", "0", "off", "no", "false")  # as musasim reads MUSASIM


def is_installed() -> bool:
    """True when `import musasim` would find it."""
    return importlib.util.find_spec("musasim") is not None


def is_requested() -> bool:
    """True when MUSASIM switches it on."""
    return os.environ.get("MUSASIM", "").strip().lower() not in _OFF


def problem() -> str:
    """Why it cannot work here and, in a second sentence, the remedy; empty where it can."""
    if is_installed():
        return str(importlib.import_module("musasim._problem").find())
    if is_requested():
        return (
            "MUSASIM=1 is set, but the simulator musasim is not installed. Install its wheel (`make "
            "wheels` in torchada's repository builds it), or `pip install ./sim` there"
        )
    return ""
