"""The files of a project: which there are, which are read how, and which are tests or copies of others."""

from __future__ import annotations

import codecs
import io
import os
from typing import FrozenSet, Iterator, List, NamedTuple

# Folders of version control, of build tools and of environments.
_SKIPPED = {
    ".git",
    ".hg",
    ".svn",
    ".tox",
    ".nox",
    ".venv",
    "venv",
    ".mypy_cache",
    ".pytest_cache",
    "__pycache__",
    "node_modules",
}
_TESTS = {"test", "tests", "testing", "unit_tests", "benchmark", "benchmarks"}
_COPIES = {
    "third_party",
    "thirdparty",
    "3rdparty",
    "3rd-party",
    "external",
    "extern",
    "vendor",
    "submodules",
    "cutlass",
}
_ASIDE = {"example", "examples", "docs", "doc", "tutorials", "recipes"}
SOURCES = (".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl")
PYTHON = (".py", ".ipynb")
# Sources that only a compiler of CUDA reads.
KERNELS = (".cu", ".cuh")


class File(NamedTuple):
    """A file by its path below the project, with `/`."""

    path: str
    size: int

    @property
    def suffix(self) -> str:
        return os.path.splitext(self.path)[1].lower()

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def walk(folder: str, *, with_tests: bool = True) -> List[File]:
    """The files of a project in the order of their paths. Links are not followed."""
    found = sorted(_entries(folder, ""))
    return found if with_tests else [file for file in found if not is_test(file.path)]


def _entries(folder: str, below: str) -> Iterator[File]:
    with os.scandir(os.path.join(folder, below)) as entries:
        for entry in entries:
            path = f"{below}/{entry.name}" if below else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    yield from _entries(folder, path)
            elif entry.is_file(follow_symlinks=False):
                yield File(path, entry.stat(follow_symlinks=False).st_size)


def is_read(file: File) -> bool:
    """True for a file that says something about MUSA, or that it says nothing."""
    return file.suffix in (*PYTHON, ".so", *SOURCES)


def is_test(path: str) -> bool:
    """True for a test or a benchmark, which users of the project do not run."""
    *folders, name = path.split("/")
    if not _TESTS.isdisjoint(folders):
        return True
    return name.endswith(".py") and (name.startswith("test_") or name == "conftest.py")


def is_copy(path: str) -> bool:
    """True for a file of another project that this one brings along."""
    return not _COPIES.isdisjoint(path.split("/")[:-1])


def aside(path: str) -> str:
    """Why a file is no part of the program itself, or ""."""
    if is_copy(path):
        return "a copy of another project"
    return "" if _ASIDE.isdisjoint(path.split("/")[:-1]) else "an example"


def own_modules(files: List[File]) -> FrozenSet[str]:
    """The names that the project's own modules are imported by, at the top or below `src`."""
    found = set()
    for file in files:
        if file.suffix == ".py" and file.path.count("/") <= 3:
            *folders, name = file.path.split("/")
            found.add(folders[-1] if name == "__init__.py" and folders else name[:-3])
    return frozenset(found)


def read(folder: str, path: str) -> bytes:
    """The content of a file."""
    with open(os.path.join(folder, path), "rb") as file:
        return file.read()


def decode(data: bytes) -> str:
    """The text of a file that is UTF-8, or has the mark of UTF-16 as Windows writes it."""
    marks = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    return data.decode("utf-16" if data.startswith(marks) else "utf-8-sig", "replace")


def lines(text: str) -> List[str]:
    """The lines as parsers and editors number them; str.splitlines() counts form feeds, too."""
    return [line.rstrip("\n") for line in io.StringIO(text, newline=None)]
