"""One project: its files, what it defines, and the checks of each file."""

import collections
import pathlib

from . import own, record
from .checks import WHOLE, FileCheck, Violation
from .cmake import CMakeCheck, is_cmake
from .source import Source

_SCRIPTS = {
    ".py",
    ".cmake",
    ".txt",
    ".toml",
    ".bzl",
    ".bazel",
    ".mk",
    ".sh",
    ".in",
    ".build",
    ".gn",
}
# A file of a library's own tree: where it is there, the library's names are the project's.
_LIBRARIES = {
    "cutlass/cutlass.h": "cutlass",
    "cute/config.hpp": "cutlass",
    "thrust/version.h": "thrust",
}


class Own(set):
    """The names (bytes) that a project defines, and the libraries it holds a copy of."""

    def __init__(self):
        super().__init__()
        self.macros = set()
        self.libraries = set()
        self.files = collections.defaultdict(list)  # by name


def _definitions(folder, sources):
    found = Own()
    for path, source in sources.items():
        if is_cmake(path):
            continue
        found |= own.defined_in(source.code)
        found.macros |= own.macros_in(source.code)
    for path in folder.rglob("*"):
        if path.is_file() and (path.suffix in _SCRIPTS or path.name in ("Makefile", "BUILD")):
            found |= own.passed_in(path.read_bytes())
        found.files[path.name].append(path.as_posix())
        for end, library in _LIBRARIES.items():
            if path.as_posix().endswith("/" + end):
                found.libraries.add(library)
    return found


def check(folder, output, report, judge):
    """The counts and the violations of a project that the engine has ported."""
    manifest = record.changes((output / ".torchada-port" / "manifest").read_bytes())
    files = [file for file in report["files"] if file["action"] in ("translated", "failed")]
    data = {file["path"]: (folder / file["path"]).read_bytes() for file in files}
    sources = {path: Source(text) for path, text in data.items()}
    names = _definitions(folder, sources)
    counts, violations = collections.Counter(), []
    for file in files:
        path = file["path"]
        written, changed = manifest[path]
        edits, back = record.edits(changed, pathlib.Path(output, written).read_bytes())
        if back != data[path]:
            violations.append(Violation(path, 1, "bytes outside of the edits changed", written))
            continue
        findings = record.Findings(file["findings"], data[path])
        if is_cmake(path):
            checked = CMakeCheck(path, data[path], edits, findings)
        else:
            checked = FileCheck(path, sources[path], edits, findings, judge)
        checked.run(names, any(finding["code"] in WHOLE for finding in file["findings"]))
        counts.update(checked.counts, files=1, bytes=len(data[path]))
        violations += checked.violations
    return counts, violations
