"""musasim: a simulator of a MUSA GPU for PyTorch. Switch it on with MUSASIM=1 or musasim.enable().

Python imports this module at its start when MUSASIM=1, so the module must stay light: no torch.
PYTEST_DONT_REWRITE: pytest would warn that it comes too late to rewrite the module's assertions.
"""

import os
import sys

from . import _switch

__all__ = ["SwitchError", "devices", "enable", "home", "info", "is_enabled"]


class SwitchError(RuntimeError):
    """The simulator cannot be switched on in this process."""


def home() -> str:
    """The folder of MUSA's C libraries (include/, lib/, bin/); MUSA_HOME may be set to it.

    Raises FileNotFoundError if the C libraries are not installed.
    """
    from importlib.util import find_spec

    # Not beside this file in an editable install: it lies beside what was built.
    native = find_spec("musasim._MUSAC")
    folder = os.path.join(os.path.dirname(native.origin), "home") if native else ""
    if not os.path.isdir(folder):
        raise FileNotFoundError(
            "musasim's C libraries are not installed; install musasim again (`pip install ./sim` in "
            "torchada's repository)"
        )
    if not os.path.isdir(os.path.join(folder, "include")):
        raise FileNotFoundError(
            f"{folder} has neither mcc nor MUSA's headers: this musasim was built for PyTorch alone, "
            "as `make demo` does (MUSASIM_ONLY_TORCH=ON). Build all of it: make install"
        )
    return folder


def is_enabled() -> bool:
    """True when the simulator is on in this process."""
    return _switch.is_on()


def enable(*, devices=None, model=None, memory=None, force=None) -> None:
    """Switch the simulator on in this process and its children; call it before importing torch.

    devices, model and memory set MUSASIM_DEVICES, MUSASIM_MODEL and MUSASIM_MEMORY. With force
    (default: MUSASIM_FORCE) the simulator takes precedence over a real torch_musa. Raises SwitchError
    if the simulator cannot be switched on any more.
    """
    settings = {"DEVICES": devices, "MODEL": model, "MEMORY": memory}
    settings = {f"MUSASIM_{k}": str(v) for k, v in settings.items() if v is not None}
    _check_not_too_late(settings)
    force = _switch.forced() if force is None else force
    reason = _switch.turn_on(force)
    if reason:
        raise SwitchError(f"musasim.enable(): {reason}")
    # Children (spawned workers, torchrun, subprocesses) switch themselves on by the environment.
    os.environ.update(settings, MUSASIM="1", **({"MUSASIM_FORCE": "1"} if force else {}))


def _check_not_too_late(settings) -> None:
    torch_musa = sys.modules.get("torch_musa")
    if torch_musa is not None:
        if not _is_ours(torch_musa):
            raise SwitchError(
                "musasim.enable() cannot switch the simulator on: a real torch_musa "
                f"({torch_musa.__file__}) is already imported; call enable() before the first import"
            )
        if settings:
            raise SwitchError(
                f"musasim.enable() came too late to set {', '.join(settings)}: torch_musa is already "
                "imported and has counted its devices; call enable() before the first import of torch"
            )
    elif "torch" in sys.modules and not is_enabled():
        raise SwitchError(
            "musasim.enable() came too late: torch is already imported, without torch_musa; "
            "call enable() before the first import of torch, or start Python with MUSASIM=1"
        )


def _is_ours(module) -> bool:
    return (getattr(module, "__file__", None) or "").startswith(_switch.PLATFORM + os.sep)


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import version

        return version("musasim")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def devices() -> list:
    """The simulated devices of this process, as a list of dictionaries (imports torch)."""
    from . import _info

    return _info.devices()


def info() -> dict:
    """Versions, folders, settings and devices of the simulator, as a dictionary.

    Imports torch when the simulator is on.
    """
    from . import _info

    return _info.info()
