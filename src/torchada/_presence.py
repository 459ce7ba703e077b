"""Is there a MUSA platform here? The part of torchada that runs on machines that have none.

It changes nothing and imports nothing that Python has not loaded at its start.
"""

import os
import sys

from ._errors import PlatformError

# `typing` and `types` are not loaded either at Python's start; type checkers read this as True.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Optional

PLATFORMS = ("musa", "cuda", "cpu")
# The core reads TORCHADA_PERSPECTIVE and TORCHADA_LOG with the same words, in C++.
ON = ("1", "on", "true", "yes")
OFF = ("0", "off", "false", "no")


def setting(variable: str) -> str:
    """The value of an environment variable that is one word: without blanks, in small letters."""
    return os.environ.get(variable, "").strip().lower()


def is_off(variable: str) -> bool:
    """True when the environment variable switches its feature off."""
    return setting(variable) in OFF


def is_on(variable: str) -> bool:
    """True when the environment variable switches its feature on; doctor reports other words."""
    return setting(variable) in ON


def forced_platform() -> "Optional[str]":
    """The platform that TORCHADA_PLATFORM names, None when unset; PlatformError when it names none."""
    name = setting("TORCHADA_PLATFORM")
    if name and name not in PLATFORMS:
        raise PlatformError(
            f"TORCHADA_PLATFORM={os.environ['TORCHADA_PLATFORM']!r} names no platform; "
            f"set it to one of {', '.join(PLATFORMS)}, or unset it to detect the platform"
        )
    return name or None


def find_torch_musa() -> bool:
    """True when `import torch_musa` would find a package. Nothing is imported."""
    if "torch_musa" in sys.modules:
        return sys.modules["torch_musa"] is not None
    # importlib.util.find_spec does the same, but importlib.util may not be loaded.
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec = find_spec("torch_musa", None, None) if find_spec is not None else None
        if spec is not None:
            # A bare folder, such as a checkout of the repository, is a namespace package.
            is_namespace = spec.origin is None and spec.submodule_search_locations is not None
            return not is_namespace
    return False


def is_wanted() -> bool:
    """True when torchada should be active in this process: the platform is MUSA."""
    forced = forced_platform()
    return forced == "musa" or (forced is None and find_torch_musa())


def importer(*beyond: str) -> "Optional[FrameType]":
    """The frame that imports torchada: the nearest one outside torchada and the import system.

    `beyond` names more packages whose code is not meant.
    """
    skipped = ("torchada", "importlib") + beyond
    frame: "Optional[FrameType]" = sys._getframe(1)
    while frame is not None:
        package = (frame.f_globals.get("__name__") or "").split(".")[0]
        # Loaders of import hooks stand between as well; theirs are called exec_module.
        if package not in skipped and frame.f_code.co_name != "exec_module":
            return frame
        frame = frame.f_back
    return None


def is_torch_autoload(frame: "Optional[FrameType]") -> bool:
    """True when this frame is torch's autoload of backends."""
    return (
        frame is not None
        and frame.f_code.co_name == "_import_device_backends"
        and frame.f_globals.get("__name__") == "torch"
    )


def is_torch_broken() -> bool:
    """True when an import of torch has failed half-way; the same process cannot import it again."""
    return "torch" not in sys.modules and "torch._C" in sys.modules
