"""The checks of one CMake file, by rules on text that share nothing with the engine's."""

import re

from .checks import Violation

# Comments and bracket arguments, which stay; before them strings, in which neither begins.
_PARTS = re.compile(
    rb'(?P<string>"(?:\\.|[^"\\])*")'
    rb"|(?P<comment>#\[(?P<a>=*)\[.*?\](?P=a)\]|#[^\n]*)"
    rb"|(?P<bracket>(?<![^\s(])\[(?P<b>=*)\[.*?\](?P=b)\])",
    re.S,
)
# What belongs to CMake and to CUDA, wherever a file asks for it.
_CUDA = re.compile(
    rb"\bCUDA::\w+|(?<!\\)\$\{(?:CMAKE_CUDA_\w+|CUDAToolkit_\w+|CUDA_(?:FOUND|VERSION|LIBRARIES|INCLUDE_DIRS"
    rb"|NVCC_FLAGS|TOOLKIT_ROOT_DIR))\}|\bCOMPILE_LANGUAGE:CUDA\b"
)


def is_cmake(path):
    """True for files that the engine reads as CMake's."""
    return path.rsplit("/", 1)[-1] == "CMakeLists.txt" or path.endswith((".cmake", ".cmake.in"))


class CMakeCheck:
    """One file with its edits and findings; the same face as FileCheck."""

    def __init__(self, path, text, edits, findings):
        self.path, self.text, self.edits, self.findings = path, text, edits, findings
        self.violations = []
        self.counts = {"edits": len(edits)}

    def _add(self, check, place, text):
        shown = text.decode("utf-8", "replace")
        self.violations.append(Violation(self.path, self.findings.line(place), check, shown))

    def run(self, own, whole_left):
        """All checks; `own` are names of the project, `whole_left` that the file stays as it is."""
        stays = [m.span() for m in _PARTS.finditer(self.text) if m.lastgroup != "string"]
        for edit in self.edits:
            if any(begin < edit.end and edit.begin < end for begin, end in stays):
                self._add("edit in a comment or bracket argument", edit.begin, edit.old)
        if whole_left:
            return
        for match in _CUDA.finditer(self.text):
            if not self._is_dealt_with(match, stays, own):
                self._add("name of CMake's left", match.start(), match.group())

    def _is_dealt_with(self, match, stays, own):
        begin, end = match.span()
        edited = any(edit.begin < end and begin < edit.end for edit in self.edits)
        left = any(first <= begin < last for first, last in stays)
        name = match.group().strip(b"${}")
        return edited or left or name in own or bool(self.findings.codes_on_line(begin))
