"""Why the simulator cannot work in this environment, found without importing torch."""

import os
import site
from importlib import metadata
from importlib.util import find_spec

from . import _switch

_SWITCH = "musasim-switch.pth"


def of_torch(version, own) -> str:
    """Why the musasim of version `own` does not fit this torch; empty when it does."""
    needed = ".".join(own.split(".")[:2])
    if version.split(".")[:2] == needed.split("."):
        return ""
    return (
        f"musasim {own} was built for torch {needed}, and this is torch {version}. Install the torch that "
        f"it fits: pip install 'torch=={needed}.*', or build musasim for this one: pip install "
        "--force-reinstall --no-deps ./sim in torchada's repository"
    )


def find() -> str:
    """One sentence that names the problem and one that names its remedy; empty without a problem."""
    platform = os.path.join(_switch.PLATFORM, "torch_musa", "__init__.py")
    if not (os.path.isfile(platform) and "torch_musa" in _entry_points()):
        return (
            f"musasim is incomplete: {_switch.PLATFORM} lacks torch_musa or its metadata. Install musasim "
            "again, with pip's options --force-reinstall --no-deps"
        )
    if not any(os.path.isfile(os.path.join(folder, _SWITCH)) for folder in _site_folders()):
        return (
            f"MUSASIM=1 has no effect, because {_SWITCH} is in no site folder of this Python. Install "
            "musasim into site-packages; PYTHONPATH and pip's --target do not suffice"
        )
    if find_spec("torch") is None:
        return "musasim needs PyTorch, which is not installed. Install it: pip install torch"
    try:
        return of_torch(metadata.version("torch"), metadata.version("musasim"))
    except metadata.PackageNotFoundError:
        return ""  # used from a source tree


def _entry_points() -> str:
    folder = os.path.join(_switch.PLATFORM, "torch_musa-2.7.1.egg-info", "entry_points.txt")
    if not os.path.isfile(folder):
        return ""
    with open(folder, encoding="utf-8") as file:
        return file.read()


def _site_folders() -> list:
    folders = site.getsitepackages() if hasattr(site, "getsitepackages") else []
    return [*folders, site.getusersitepackages()] if site.ENABLE_USER_SITE else folders
