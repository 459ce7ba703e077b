"""A program of programs/: its constants, and the place where it is built for one GPU."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import described

PROGRAMS = Path(__file__).parent / "programs"
TOOLS = Path(__file__).resolve().parent.parent
# musasim's models, and the number of each one's architecture (mp_31).
ARCHITECTURES = {"S4000": "22", "S5000": "31"}


def names() -> list:
    """The programs there are, as PyPI spells them."""
    return described.names(PROGRAMS)


class Program:
    """A program and what its module says of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module = described.load(f"{__package__}.programs", name)
        self.about = described.about(self.module)


@dataclass(frozen=True)
class Place:
    """Where a program was unpacked and built for a GPU, and what runs there."""

    sdist: Path
    build: Path
    model: str

    def environment(self, **words: str) -> dict:
        """The environment of a build, and of what is run; PATH has the tools of this Python."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        own = {"MUSA_PATH": _toolkit(), "MUSASIM_MODEL": self.model, "PATH": path}
        return {**os.environ, **own, **words}

    def run(self, *command, **words: str) -> subprocess.CompletedProcess:
        """Run a command in the folder of the build; its standard error is kept apart."""
        return subprocess.run(
            [str(word) for word in command],
            cwd=self.build,
            env=self.environment(**words),
            capture_output=True,
            text=True,
            errors="replace",
        )

    def run_module(self, module: str, *arguments, **words: str) -> subprocess.CompletedProcess:
        """Run a module of this package by this Python."""
        folders = [str(TOOLS), *filter(None, [words.pop("PYTHONPATH", "")])]
        path = os.pathsep.join(folders)
        return self.run(
            sys.executable, "-m", f"{__package__}.{module}", *arguments, PYTHONPATH=path, **words
        )


def _toolkit() -> str:
    """MUSA_PATH, else the simulator's."""
    if "MUSA_PATH" in os.environ:
        return os.environ["MUSA_PATH"]
    return subprocess.check_output([sys.executable, "-m", "musasim", "home"], text=True).strip()
