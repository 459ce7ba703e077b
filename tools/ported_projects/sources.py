"""The files of a ported project: which of them are compiled, and what each includes."""

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Dict, List, NamedTuple

from . import compiler, launches

_UNITS = (".mu", ".cpp", ".cc", ".cxx")
_HEADERS = (".muh", ".h", ".hpp", ".cuh", ".hh", ".inl")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">\n]+)[">]', re.MULTILINE)
# An asm statement that keeps the order of memory accesses: compilers for MUSA take it.
_NO_PTX = 'asm volatile("" ::: "memory");'
_OF_TORCH = ("torch/", "ATen/", "c10/", "torch_musa/", "THC/")


class Source(NamedTuple):
    """A file that the engine renamed, edited or reports on, by its path below the project's folder."""

    path: str
    findings: list
    replaced: Dict[str, int]
    lines: int

    @property
    def is_unit(self) -> bool:
        """Whether it is compiled by itself."""
        return self.path.endswith(_UNITS)

    def warnings(self) -> list:
        """The findings that ask for hand work."""
        return [finding for finding in self.findings if finding["severity"] == "warning"]

    def views(self, texts):
        """The sides from which a compiler looks at it, given its text and those it includes."""
        if not self.path.endswith((".mu", ".muh", ".cuh")):
            return (compiler.CPP,)
        has_sides = any("__MUSA_ARCH__" in text for text in texts)
        return (compiler.HOST, compiler.KERNEL) if has_sides else (compiler.HOST,)


def ported_sources(report: dict, folder: Path, left_out) -> List[Source]:
    """The sources that the engine renamed, edited or reports on, in the order of the report."""
    found = []
    for file in report["files"]:
        path = file["output"]
        is_ported = path != file["path"] or file["replaced"] or file["findings"]
        if not is_ported or file["action"] == "added" or not path.endswith(_UNITS + _HEADERS):
            continue
        if any(fnmatch(path, pattern) for pattern in left_out):
            continue
        lines = (folder / path).read_text(errors="replace").count("\n")
        found.append(Source(path, file["findings"], file["replaced"], lines))
    return found


def write_for_compiler(ported: Path, folder: Path) -> None:
    """Make the folder a copy of the ported tree as a C++ compiler can read it; what is right stays."""
    texts = {
        folder / path.relative_to(ported): launches.rewrite(_text(path).replace(_NO_PTX, ";"))
        for path in ported.rglob("*")
        if path.is_file() and path.suffix in _UNITS + _HEADERS
    }
    for place in [path for path in folder.rglob("*") if path.is_file() and path not in texts]:
        place.unlink()
    for place, text in texts.items():
        if not place.is_file() or _text(place) != text:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode("utf-8", "surrogateescape"))


def _text(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def own_texts(path: Path, includes) -> List[str]:
    """The file's text, and those of the project's files that it includes."""
    waiting, seen, texts = [path], {path}, []
    while waiting:
        one = waiting.pop()
        texts.append(one.read_text(errors="replace"))
        for name in _INCLUDE.findall(texts[-1]):
            for folder in (one.parent, *includes):
                near = (folder / name).resolve()
                if near.is_file():
                    waiting += [near] if near not in seen else []
                    seen.add(near)
                    break
    return texts


def needs_torch(texts: List[str]) -> bool:
    """Whether one of the texts includes PyTorch's headers."""
    return any(name.startswith(_OF_TORCH) for text in texts for name in _INCLUDE.findall(text))
