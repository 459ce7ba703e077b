"""Python files and notebooks: which of them are parsed, and what all of them mention."""

from __future__ import annotations

import gc
import re
from collections import Counter
from typing import FrozenSet, List, NamedTuple

from . import notebooks, uses
from .files import read
from .packages import BY_MODULE
from .statements import Statement

# What works everywhere, and is counted in the text alone.
MENTIONS = {
    '"cuda" as a device': (b'"cuda"', b"'cuda'", b'"cuda:', b"'cuda:"),
    ".cuda()": (b".cuda(",),
    '"nccl" as a backend': (b'"nccl"', b"'nccl'"),
    "torch_musa": (b"torch_musa",),
}
# A file is parsed if it has one of these words, or
_WORDS = (
    b"cudnn",
    b"_cuda_",
    b"_Cuda",
    b"cpp_extension",
    b"inline_asm",
    b"gluon",
    b"nvcc",
    b"nvidia-smi",
    b"_symmetric_memory",
    b"CDLL(",
    b"LoadLibrary(",
)
# names cuda otherwise than as a text or as Tensor.cuda(), or names a library of CUDA, or
_NAME = re.compile(rb"(?<![\w\"'])cuda(?![\w(\"'])|lib(?:cu|nc|nv)")
# imports a package for NVIDIA GPUs.
_MODULES = sorted({module.partition(".")[0] for module in BY_MODULE} - {"cuda"})
_MODULE_WORDS = tuple(name.encode() for name in _MODULES)
_IMPORT = re.compile(
    rb"^[ \t]*(?:import|from)[ \t]+(?:" + b"|".join(_MODULE_WORDS) + rb")\b", re.MULTILINE
)


class Found(NamedTuple):
    """What the files have."""

    statements: List[Statement]
    mentions: "Counter[str]"


class Work(NamedTuple):
    """Files to read: paths below a folder, and the project's own modules."""

    folder: str
    paths: List[str]
    own: FrozenSet[str]


def read_all(work: Work) -> Found:
    """Read files; runs in a process of its own."""
    statements: List[Statement] = []
    mentions: "Counter[str]" = Counter()
    # Nothing of a tree is a cycle, and the collector walks all of it again and again.
    collects = gc.isenabled()
    gc.disable()
    try:
        for path in work.paths:
            source = read(work.folder, path)
            notebook = None
            if path.endswith(notebooks.SUFFIX):
                try:
                    notebook = notebooks.read(source)
                except ValueError as error:
                    statements.append(uses.unparsable(path, error))
                    continue
                source = notebook.source
            for what, words in MENTIONS.items():
                mentions[what] += sum(map(source.count, words))
            if is_parsed(source):
                found = uses.read(path, source, work.own)
                statements += map(notebook.placed, found) if notebook else found
    finally:
        if collects:
            gc.enable()
    return Found(statements, +mentions)


def is_parsed(source: bytes) -> bool:
    """True for a file about which there may be something to say."""
    if any(word in source for word in _WORDS):
        return True
    if (b"cuda" in source or b"lib" in source) and _NAME.search(source):
        return True
    return any(word in source for word in _MODULE_WORDS) and bool(_IMPORT.search(source))
