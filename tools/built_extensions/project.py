"""A project of projects/: its constants, and where its sdist is."""

import importlib
from pathlib import Path

PROJECTS = Path(__file__).parent / "projects"
_DEFAULTS = {
    "SWITCHES": {},
    "NVCC": False,
    "COMPARED": "",
    "TESTS": (),
    "BLOCKED": "",
}


def names() -> list:
    """The projects there are, as PyPI spells them."""
    return sorted(path.stem.replace("_", "-") for path in PROJECTS.glob("[a-z]*.py"))


class Project:
    """A project and what its module says of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module = importlib.import_module(f"{__package__}.projects.{name.replace('-', '_')}")
        self.about = (self.module.__doc__ or "").splitlines()[0].partition(": ")[2].rstrip(".")
        for constant, default in _DEFAULTS.items():
            setattr(self, constant.lower(), getattr(self.module, constant, default))


def sources(top: Path) -> list:
    """The CUDA sources of an unpacked sdist."""
    return sorted(path for path in top.rglob("*") if path.suffix in (".cu", ".cuh"))
