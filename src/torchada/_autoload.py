"""Decides at import whether torchada activates: `import torchada`, or torch's autoload.

torch calls activate() through the entry point `torch.backends`, while torch itself, and perhaps
torchada and torch_musa too, is half imported. An exception from there would end `import torch` on
every machine, so activate() turns each into a warning. start() lets one kind through: what `import
torch`, which it runs, has raised itself.
"""

import sys

from . import _log, _presence

# True when torch's autoload, not the user, imported torchada.
_imported_by_torch = False


def start() -> None:
    """Run at `import torchada`."""
    global _imported_by_torch
    try:
        frame = _presence.importer()
        _imported_by_torch = _presence.is_torch_autoload(frame)
        if not _imported_by_torch and not _is_own_command(frame):
            _activate()
    except Exception as error:
        if _presence.is_torch_broken():
            # `import torch` would have raised this error, and cannot raise it again.
            raise
        _explain(error)


def activate() -> None:
    """The entry point that `import torch` calls."""
    try:
        if not _presence.is_off("TORCHADA_AUTOLOAD") and _activate():
            return
        if _imported_by_torch:
            _forget_import()
    except Exception as error:
        _explain(error)


def _activate() -> bool:
    """True when torchada has something to remember: it is active, waits, or has failed."""
    if not _presence.is_wanted():
        return False
    # Not earlier: on other platforms this would cost the entry point its two milliseconds.
    from ._quick_imports import BEFORE_ACTIVATION, import_modules

    import_modules(BEFORE_ACTIVATION)
    from ._activation import activate as activate_now

    activate_now()
    return True


def _forget_import() -> None:
    """Undo the import, so that a later `import torchada` runs and looks again."""
    for name in [name for name in sys.modules if name.split(".")[0] == "torchada"]:
        del sys.modules[name]


def _is_own_command(frame) -> bool:
    """The console script (`from torchada.cli import main` and no more), or `python -m torchada`.

    A subcommand activates when it wants to; `run` starts a new Python and needs no torch itself.
    """
    if frame is None:
        return False
    if frame.f_globals.get("__name__") == "runpy":
        return frame.f_locals.get("mod_name") == "torchada.__main__"
    names = frame.f_code.co_names
    is_main = frame.f_globals.get("__name__") == "__main__"
    return is_main and "torchada.cli" in names and "torchada" not in names


def _explain(error: Exception) -> None:
    try:
        _log.warn(f"torchada is not active: {error}")
    except Exception as second_error:
        # Even the warning failed, on a closed stderr say. This prints where it can, and never raises.
        sys.__excepthook__(type(second_error), second_error, None)
