"""C++ and CUDA sources: what the porting engine reports, and whether they use CUTLASS."""

from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple, Tuple

from .codes import PORT_FAILS
from .files import KERNELS, SOURCES, File, is_copy, read
from .statements import FAILS, REVIEW, WORKS, Statement

_CUTLASS = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[<\"](?:cutlass|cute)/", re.MULTILINE)
# Headers of CUTLASS itself.
_OWN = ("cutlass/", "cute/")
_CUTLASS_HELP = (
    "MUSA's library is MUTLASS, for which kernels are written anew; "
    "or use PyTorch's matrix products and scaled_dot_product_attention."
)
# Groups of PTX that need hardware which no MUSA GPU has, by the word at the end of a message.
_GROUPS = ("tcgen05", "tma", "cluster", "text", "syntax", "unknown", "register")


class Built(NamedTuple):
    """What builds the sources with the project: a setup.py with CUDAExtension, CMake, both or none."""

    by_setup: bool
    by_cmake: bool

    @property
    def optional(self) -> str:
        """Why the project goes on without its sources, or ""."""
        return "" if self.by_setup or self.by_cmake else "compiled only when it is called for"


class Sources(NamedTuple):
    """What is known of the sources of a project."""

    statements: List[Statement]
    # Edits by library, kernels launched, PTX by what became of it.
    edits: Dict[str, int]
    ptx: Dict[str, int]


def check(folder: str, files: List[File], built: Built, jobs: int) -> Sources:
    """The statements about the sources among these files."""
    paths = {file.path for file in files}
    if not any(file.suffix in SOURCES for file in files):
        return Sources([], {}, {})
    from .. import port

    report = port.port_tree(folder, check=True, jobs=jobs)
    found: List[Statement] = []
    edits: Dict[str, int] = {}
    ptx: Dict[str, int] = {}
    for file in report["files"]:
        if file["path"] not in paths or file["path"].endswith(".py"):
            continue  # uses.py reads Python
        for library, count in file.get("replaced", {}).items():
            edits[library] = edits.get(library, 0) + count
        for finding in file.get("findings", ()):
            _count_ptx(ptx, finding)
            if finding["severity"] != "note":
                found.append(_statement(file["path"], finding, built.optional))
    found += _cutlass(folder, files, built)
    found += _ready(files, found)
    return Sources(found, edits, ptx)


def _statement(path: str, finding: Dict[str, Any], optional: str) -> Statement:
    code = finding["code"]
    return Statement(
        f"port-{code}",
        FAILS if code in PORT_FAILS else REVIEW,
        finding.get("name") or code,
        path,
        finding["line"],
        finding["message"],
        finding.get("help", ""),
        optional,
    )


def _count_ptx(ptx: Dict[str, int], finding: Dict[str, Any]) -> None:
    if finding["code"] == "asm-translated":
        ptx["translated"] = ptx.get("translated", 0) + 1
    elif finding["code"] in ("asm-refused", "inline-asm") and finding["severity"] != "note":
        last = finding["message"].rpartition("(")[2].rstrip(")")
        group = last if last in _GROUPS else "other"
        ptx[group] = ptx.get(group, 0) + 1


def _cutlass(folder: str, files: List[File], built: Built) -> List[Statement]:
    """One statement for each source that includes CUTLASS; it stops a project that builds with it."""
    found = []
    for file in files:
        if file.suffix not in SOURCES or is_copy(file.path) or _is_cutlass(file.path):
            continue
        match = _CUTLASS.search(read(folder, file.path))
        if match:
            line = match.string.count(b"\n", 0, match.start()) + 1
            message = "the source includes CUTLASS, which is written for NVIDIA's tensor cores"
            place: Tuple[str, str, int] = ("CUTLASS", file.path, line)
            about = (message, _CUTLASS_HELP, built.optional)
            found.append(Statement("cutlass", FAILS, *place, *about, is_blocking=built.by_setup))
    return found


def _is_cutlass(path: str) -> bool:
    return any(f"/{name}" in f"/{path}" for name in _OWN)


def _ready(files: List[File], found: List[Statement]) -> List[Statement]:
    """A statement for each file of kernels that has no other."""
    told = {statement.path for statement in found}
    return [
        Statement("port-ready", WORKS, file.path, file.path, 1, "the source is ported without help")
        for file in files
        if file.suffix in KERNELS and file.path not in told
    ]
