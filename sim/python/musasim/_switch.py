"""The switch: puts our torch_musa and its metadata on the import path, or refuses to.

It runs at interpreter start (musasim-switch.pth), before anything else, so it imports only what
the interpreter has loaded already.
"""

import os
import sys

PLATFORM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "platform")
_OFF = ("", "0", "false", "off", "no")  # all else is on
_ran_at_start = False


def variable_is_on(name) -> bool:
    """True if an on/off variable of the environment is on; an unset one is off."""
    return os.environ.get(name, "").strip().lower() not in _OFF


def requested() -> bool:
    """True if the environment asks for the simulator."""
    return variable_is_on("MUSASIM")


def forced() -> bool:
    """True if the environment asks for the simulator even beside a real torch_musa."""
    return variable_is_on("MUSASIM_FORCE")


def is_on() -> bool:
    """True if `import torch_musa` can find the simulator's torch_musa in this process."""
    return PLATFORM in sys.path


def real_torch_musa():
    """The file that a real torch_musa would be imported from, or None."""
    from importlib.machinery import PathFinder

    path = [entry for entry in sys.path if entry != PLATFORM] + _later_site_folders()
    for finder in sys.meta_path:
        if finder is PathFinder:
            spec = PathFinder.find_spec("torch_musa", path)
        elif hasattr(finder, "find_spec"):
            spec = finder.find_spec("torch_musa", None)
        else:
            continue
        # A folder without __init__.py (a checkout beside the script, say) has no origin.
        origin = getattr(spec, "origin", None)
        if origin and not origin.startswith(PLATFORM + os.sep):
            return origin
    return None


def _later_site_folders():
    """Site folders that site.py has not reached yet when it runs our .pth file.

    A virtual environment with access to the system's packages is processed first; the real
    torch_musa is then often in the system's folder.
    """
    site = sys.modules.get("site")
    if site is None or not hasattr(site, "getsitepackages"):
        return []
    folders = list(site.getsitepackages())
    if site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    return [folder for folder in folders if folder not in sys.path]


class _Libraries:
    """Finds no module; loads what the driver's folder on a MUSA machine would have, when it is needed."""

    def find_spec(self, name, path=None, target=None):
        if name == "pymtml":
            from . import _libraries

            _libraries.load_mtml()
        return None


def turn_on(force=False):
    """Make our torch_musa importable. Returns None, or the reason why it was refused."""
    real = real_torch_musa()
    if real and not force:
        return (
            f"the simulator stays off, because a real torch_musa is installed ({real}); set "
            "MUSASIM_FORCE=1 to use the simulator nevertheless"
        )
    if not is_on():
        # Last, so that nothing else is hidden by it; before a real one only when forced.
        sys.path.insert(0 if real else len(sys.path), PLATFORM)
        sys.meta_path.insert(0, _Libraries())
    return None


def at_start() -> None:
    """Called by musasim-switch.pth; it never raises, because Python must start in any case."""
    global _ran_at_start
    if _ran_at_start:  # site.py reads the .pth files of a virtual environment twice
        return
    _ran_at_start = True
    try:
        reason = turn_on(forced()) if requested() else None
    except Exception as error:
        reason = f"the simulator stays off, because an error occurred: {error!r}"
    if reason:
        print(f"musasim: {reason}", file=sys.stderr)
