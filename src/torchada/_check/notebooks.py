"""Notebooks: their code cells as one Python file, and the cell of each of its lines."""

from __future__ import annotations

import ast
import json
import re
import warnings
from typing import Any, List, NamedTuple, Sequence

from .files import decode
from .scopes import PARSE_ERRORS
from .statements import Statement

SUFFIX = ".ipynb"
# Magics of a whole cell that is still Python.
_PYTHON = ("time", "timeit", "capture", "prun")
_CELL_MAGIC = re.compile(r"(\s*)%%(\w+)[^\n]*")
# A line for IPython or for a shell, which may be the value of a variable; `help?`.
_MAGIC = re.compile(
    r"^([ \t]*)(?:\w+[ \t]*=[ \t]*)?[%!?].*$|^([ \t]*)[\w.]+\?\??[ \t]*$", re.MULTILINE
)


class Notebook(NamedTuple):
    """The Python of a notebook."""

    source: bytes
    # The first line of each code cell, and which cell of the notebook it is.
    starts: Sequence[int]
    cells: Sequence[int]

    def placed(self, one: Statement) -> Statement:
        """A statement about a line of the source, told by the cell and the line in it."""
        index = sum(1 for start in self.starts if start <= one.line) - 1
        if index < 0:
            return one
        return one._replace(line=one.line - self.starts[index] + 1, cell=self.cells[index])


def read(data: bytes) -> Notebook:
    """The Python of a notebook; nothing for one in another language. Raises ValueError."""
    document = json.loads(decode(data))
    texts: List[str] = []
    starts, cells, line = [], [], 1
    try:
        for number, cell in enumerate(document["cells"], 1):
            if cell["cell_type"] == "code" and _is_python(document):
                text = _without_magics("".join(cell["source"]))
                texts.append(text)
                starts.append(line)
                cells.append(number)
                line += text.count("\n") + 1
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it is no notebook of version 4: {error!r}") from error
    return Notebook("\n".join(texts).encode("utf-8", "replace"), starts, cells)


def _is_python(document: Any) -> bool:
    about = document["metadata"]
    kernel, language = about.get("kernelspec", {}), about.get("language_info", {})
    return (kernel.get("language") or language.get("name") or "python").lower() == "python"


def _without_magics(text: str) -> str:
    """The Python of a cell with as many lines."""
    cell_magic = _CELL_MAGIC.match(text)
    if cell_magic and cell_magic.group(2) not in _PYTHON:
        return "\n" * text.count("\n")
    text = cell_magic.group(1) + text[cell_magic.end() :] if cell_magic else text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except PARSE_ERRORS:
        return _MAGIC.sub(lambda match: f"{match.group(1) or match.group(2) or ''}pass", text)
    return text
