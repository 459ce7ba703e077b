"""A project of projects/: its constants, and where its sdist is."""

from pathlib import Path

import described

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
    return described.names(PROJECTS)


class Project:
    """A project and what its module says of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module = described.load(f"{__package__}.projects", name)
        self.about = described.about(self.module)
        for constant, default in _DEFAULTS.items():
            setattr(self, constant.lower(), getattr(self.module, constant, default))


def sources(top: Path) -> list:
    """The CUDA sources of an unpacked sdist."""
    return sorted(path for path in top.rglob("*") if path.suffix in (".cu", ".cuh"))
