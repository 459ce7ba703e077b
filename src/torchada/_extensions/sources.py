"""Finds the files of an extension: its sources and the headers of the project that they include."""

import os
import re
import sysconfig
from typing import Dict, Iterable, Iterator, List, Sequence, Tuple

# An include whose name comes from a macro is not found; the compiler then takes the original.
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
_SYSTEM = ("/usr/include", "/usr/local/include", "/usr/lib", "/usr/local/cuda", "/opt/rocm")

# Files that the C preprocessor reads; sources of other languages are left alone.
C_FAMILY = (".c", ".cc", ".cpp", ".cxx", ".cu", ".cuh", ".h", ".hh", ".hpp", ".hxx", ".mu", ".muh")

Files = Dict[str, bytes]


def collect(
    sources: Iterable[str],
    folders: Sequence[str],
    foreign: Sequence[str],
    foreign_names: Sequence[str] = (),
) -> Files:
    """{absolute path: text} of the sources and of all that they include, directly or not.

    `folders` are the include folders in the compiler's order. Files below a `foreign` folder, one with a
    foreign name or the system's are not the project's: they stay where they are.
    """

    def is_foreign(path: str) -> bool:
        return is_below(path, foreign) or not set(path.split("/")).isdisjoint(foreign_names)

    own = [folder for folder in map(os.path.abspath, folders) if not is_foreign(folder)]
    files: Files = {}
    waiting = [os.path.abspath(source) for source in sources]
    while waiting:
        path = waiting.pop()
        if path in files:
            continue
        with open(path, "rb") as file:
            files[path] = file.read()
        for found in _included(path, files[path], own):
            if not is_foreign(found):
                waiting.append(found)
    return files


def is_below(path: str, folders: Iterable[str]) -> bool:
    """True for a file or folder that lies in one of the folders, or in one of the system's."""
    own = (*_SYSTEM, sysconfig.get_path("include"), *folders)
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in own)


def _included(path: str, text: bytes, folders: List[str]) -> Iterator[str]:
    for quoted, angled in _INCLUDE.findall(text):
        name = os.fsdecode(quoted or angled)
        beside = [os.path.dirname(path)] if quoted else []
        for folder in [*beside, *folders]:
            candidate = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(candidate):
                yield candidate
                break


def common_folder(paths: Iterable[str], base: str) -> str:
    """The folder that holds all of them; `base` where it does."""
    return os.path.commonpath([os.path.abspath(base), *map(os.path.dirname, paths)])


def twins(folders: Iterable[str], root: str, output: str, files: Files) -> List[Tuple[str, str]]:
    """(folder, its counterpart in the output) of each include folder that holds one of the files."""
    pairs = []
    for folder in map(os.path.abspath, folders):
        if any(path.startswith(folder.rstrip("/") + "/") for path in files):
            pairs.append((folder, os.path.join(output, os.path.relpath(folder, root))))
    return pairs
