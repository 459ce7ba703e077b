"""Which modules of a project are imported only under a condition: found from a module back to what imports it."""

from __future__ import annotations

import ast
import os
import re
import warnings
from typing import (
    Callable,
    Container,
    Dict,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Sequence,
    Set,
    Tuple,
)

from . import guards as guarding
from .files import File, is_test
from .guards import Guards
from .scopes import PARSE_ERRORS, Names, names_of

# As many files are looked at; what is further away counts as needed.
_MOST = 50
# The words of imports, and of texts that may name a module.
_IMPORTS = re.compile(
    rb"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)"
    rb"|^[ \t]*import[ \t]+([^\n]*)|[\"']([A-Za-z_]\w*(?:\.\w+)+)[\"']",
    re.MULTILINE,
)
_WORD = re.compile(rb"\w+")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class _Import(NamedTuple):
    """An import of a module of the project; why the program goes on without it, or ""."""

    path: str
    reason: str


class Imports:
    """The imports of a project's files; those that are asked about are read."""

    def __init__(self, files: List[File], read: Callable[[str], bytes]):
        self._paths = [one.path for one in files if one.suffix == ".py" and not is_test(one.path)]
        packages = {path.rpartition("/")[0] for path in self._paths if path.endswith("__init__.py")}
        self._modules = {
            module: path for path in self._paths for module in _modules(path, packages)
        }
        self._first_words = {module.partition(".")[0] for module in self._modules}
        self._known = set(self._paths)
        self._read = read
        self._words: Dict[bytes, List[str]] = {}
        self._found: Dict[str, List[_Import]] = {}

    def reasons(self, paths: Iterable[str]) -> Dict[str, str]:
        """The modules that the project goes on without, and why: all that imports them does so under a condition."""
        onward: Dict[str, List[str]] = {}  # to what a file imports without a condition
        reasons: Dict[str, str] = {}  # of the imports with one
        needed, waiting, known = set(), list(paths), set(paths)
        most = len(known) + _MOST
        while waiting:
            path = waiting.pop()
            importers = self._importers(path) if len(known) < most else []
            if not importers:
                needed.add(path)
            for importer, reason in importers:
                if reason:
                    reasons.setdefault(path, reason)
                    continue
                onward.setdefault(importer, []).append(path)
                if importer not in known:
                    known.add(importer)
                    waiting.append(importer)
        needed = _reached(needed, onward)
        for path in [*reasons]:
            for inner in _reached({path}, onward):
                reasons.setdefault(inner, reasons[path])
        return {path: reason for path, reason in reasons.items() if path not in needed}

    def has(self, module: str) -> bool:
        """Whether a file may import a module of another project."""
        return module.encode() in self._by_word()

    def _importers(self, path: str) -> List[Tuple[str, str]]:
        """(what imports a module, why the program goes on without it)."""
        parts = path[: -len(".py")].split("/")
        name = parts[-2] if parts[-1] == "__init__" and len(parts) > 1 else parts[-1]
        words = self._by_word()
        folder = path.rpartition("/")[0]
        around = folder.rpartition("/")[0] if parts[-1] == "__init__" else folder
        package = f"{around}/__init__.py"
        if parts[-1] == "__init__" and package not in self._known:
            return []  # the user imports it
        inside = set(words.get(os.fsencode(folder.rpartition("/")[2]), ()))
        others = [
            other
            for other in words.get(os.fsencode(name), [])
            # By the name of its folder, or as a relative import from above or below.
            if other in inside
            or folder.startswith(other.rpartition("/")[0])
            or other.startswith(folder)
        ]
        found = [
            (other, one.reason)
            for other in others
            if other != path
            for one in self._imports(other)
            if one.path == path
        ]
        # A module that nothing imports is as near as its package.
        return found or ([(package, "")] if package in self._known else [])

    def _by_word(self) -> Dict[bytes, List[str]]:
        """The files whose imports and dotted texts have a word."""
        if not self._words:
            for path in self._paths:
                text = self._read(path)
                found = b" ".join(part for match in _IMPORTS.findall(text) for part in match)
                for word in set(_WORD.findall(found)):
                    self._words.setdefault(word, []).append(path)
        return self._words

    def _imports(self, path: str) -> List[_Import]:
        if path not in self._found:
            self._found[path] = list(self._all_imports(path))
        return self._found[path]

    def _all_imports(self, path: str) -> Iterator[_Import]:
        source = self._read(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(source)
        except PARSE_ERRORS:
            return
        texts = (text.decode() for *_, text in _IMPORTS.findall(source))
        has_texts = any(text and text.partition(".")[0] in self._first_words for text in texts)
        for module, reason in _Reader(path, names_of(tree), has_texts).below(tree, Guards()):
            # Of a.b.c the packages a and a.b are imported, too.
            while module:
                if module in self._modules:
                    yield _Import(self._modules[module], reason)
                module = module.rpartition(".")[0]


def _reached(first: Iterable[str], onward: Dict[str, List[str]]) -> Set[str]:
    """The files that are imported with these."""
    seen, waiting = set(first), list(first)
    while waiting:
        for path in onward.get(waiting.pop(), ()):
            if path not in seen:
                seen.add(path)
                waiting.append(path)
    return seen


class _Reader(NamedTuple):
    """What one file imports."""

    path: str
    names: Names
    has_texts: bool  # that may name a module: without them no expression is looked at

    def below(self, node: ast.AST, guards: Guards) -> Iterator[Tuple[str, str]]:
        """The modules that are imported below a node, and those that a text names; why the program goes on without."""
        for inner in ast.iter_child_nodes(node):
            yield from self._at(inner, guards)

    def _at(self, node: ast.AST, guards: Guards) -> Iterator[Tuple[str, str]]:
        if isinstance(node, ast.expr) and not self.has_texts:
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for module in _imported(node, self.path):
                yield module, guards.reason_of_import(module)
        elif isinstance(node, ast.Constant):
            text = guarding.text(node)
            if "." in text and text.replace(".", "").isidentifier():
                yield text, "imported by its name"
        elif isinstance(node, ast.Try):
            yield from self._each(node.body, guarding.of_try(guards, node))
            yield from self._each([*node.handlers, *node.orelse, *node.finalbody], guards)
        elif isinstance(node, ast.If):
            body, orelse = guarding.of_branches(guards, node.test, self.names)
            yield from self._each(node.body, body)
            yield from self._each(node.orelse, orelse)
        elif isinstance(node, _FUNCTIONS):
            yield from self.below(node, guards._replace(is_in_function=True))
        else:
            yield from self.below(node, guards)

    def _each(self, nodes: Sequence[ast.AST], guards: Guards) -> Iterator[Tuple[str, str]]:
        for node in nodes:
            yield from self._at(node, guards)


def _imported(node: "ast.Import | ast.ImportFrom", path: str) -> List[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    module = node.module or ""
    if node.level:
        folders = path.split("/")[: -node.level]
        module = ".".join([*folders, *([module] if module else [])])
    return [f"{module}.{alias.name}" for alias in node.names]


def _modules(path: str, packages: Container[str]) -> Iterator[str]:
    """The names that a file may be imported by: from each folder above it that is no package."""
    parts = path[: -len(".py")].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    for first in range(len(parts)):
        if "/".join(parts[:first]) not in packages:
            yield ".".join(parts[first:])
