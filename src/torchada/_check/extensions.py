"""The extensions of a setup.py: whether it builds for CUDA, and whether their sources are there."""

from __future__ import annotations

import ast
from typing import Callable, Iterator, List, NamedTuple, Tuple

from .guards import text
from .scopes import PARSE_ERRORS
from .statements import FAILS, Statement

_BUILDERS = ("CUDAExtension", "CppExtension", "Extension")
_SUFFIXES = (".cu", ".cpp", ".cc", ".cxx", ".c")
_MISSING_HELP = "Take the project from its repository, where the source may be."


class SetupScript(NamedTuple):
    """What a setup.py tells."""

    # Whether it makes a CUDAExtension.
    builds_cuda: bool
    statements: List[Statement]


def read(path: str, source: bytes, exists: Callable[[str], bool]) -> SetupScript:
    """What the setup.py at `path` builds; `exists` tells which paths of the project there are."""
    try:
        tree = ast.parse(source)
    except PARSE_ERRORS:
        return SetupScript(False, [])  # uses.py says so
    folder = path.rpartition("/")[0]
    found = []
    for name, line, optional in _sources(tree):
        place = f"{folder}/{name}" if folder else name
        stem = place.rpartition(".")[0]
        if not (exists(place) or exists(f"{stem}.pyx")):
            message = f"the source `{name}` of an extension is missing, so it cannot be built"
            found.append(
                Statement(
                    "source-missing",
                    FAILS,
                    name,
                    path,
                    line,
                    message,
                    _MISSING_HELP,
                    optional,
                    True,
                )
            )
    return SetupScript(_builds_cuda(tree), found)


def _builds_cuda(tree: ast.AST) -> bool:
    """Whether the script uses CUDAExtension, beside importing it."""
    return any(
        (isinstance(node, ast.Name) and node.id == "CUDAExtension")
        or (isinstance(node, ast.Attribute) and node.attr == "CUDAExtension")
        for node in ast.walk(tree)
    )


def _sources(tree: ast.AST) -> Iterator[Tuple[str, int, str]]:
    """The sources that extensions name in full, their lines, and why they are optional; or ""."""
    asked = set(_on_request(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or _called(node) not in _BUILDERS:
            continue
        lists = [one.value for one in node.keywords if one.arg == "sources"] or node.args[1:2]
        for element in (
            element
            for value in lists
            if isinstance(value, (ast.List, ast.Tuple))
            for element in value.elts
        ):
            name = text(element)
            if name.endswith(_SUFFIXES) and not name.startswith(("/", "..")):
                optional = "built where the environment asks for it" if node in asked else ""
                yield name[2:] if name.startswith("./") else name, element.lineno, optional


def _on_request(tree: ast.AST) -> Iterator[ast.AST]:
    """What lies below a condition that reads a variable of the environment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and any(map(_reads_environment, ast.walk(node.test))):
            for statement in node.body:
                yield from ast.walk(statement)


def _reads_environment(node: ast.AST) -> bool:
    name = getattr(node, "attr", getattr(node, "id", ""))
    return name in ("environ", "getenv")


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
