"""What the names of a Python file stand for: `t.cuda` is torch.cuda after `import torch as t`."""

from __future__ import annotations

import ast
from typing import Dict, FrozenSet, Iterator, List, Optional, Tuple, Union

from .. import _table

# Modules whose names are followed; a name that stands for anything else is nobody's.
ROOTS = ("torch", "ctypes", "triton", "subprocess", "shutil", "os", "importlib", "typing")

Scope = Union[ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# What ast.parse() raises, and a walk through a tree that is too deep.
PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)
# Where a statement holds others.
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Names:
    """The names that are seen in one scope, with those of the scopes around it."""

    def __init__(self, around: Optional["Names"] = None, is_class: bool = False):
        # As in Python, the functions of a class do not see its names.
        self._around: Optional[Names] = (
            around._around if around is not None and around._is_class else around
        )
        self._is_class: bool = is_class
        self._paths: Dict[str, Optional[str]] = {}
        # Modules of `from module import *`, and the names that the file itself assigns.
        self._stars: List[str] = []
        self._assigned: FrozenSet[str] = frozenset()

    def star(self, modules: List[str], assigned: FrozenSet[str]) -> None:
        """All public names of modules that torchada has rows of, except for those that are assigned."""
        self._stars, self._assigned = modules, assigned

    def bind(self, name: str, path: Optional[str]) -> None:
        """The name stands for a dotted path; for something else, if None. The first path stays."""
        if self._paths.get(name) is None:
            self._paths[name] = path

    def path(self, node: ast.AST) -> Optional[str]:
        """The dotted path that an expression of names and dots stands for."""
        parts: List[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        root = self._look_up(node.id)
        return None if root is None else ".".join([root, *reversed(parts)])

    def _look_up(self, name: str) -> Optional[str]:
        names: Optional[Names] = self
        while names is not None:
            if name in names._paths:
                return names._paths[name]
            if names._stars and name not in names._assigned and not name.startswith("_"):
                for module in names._stars:
                    if _table.row(name, module) is not None:
                        return f"{module}.{name}"
            names = names._around
        return None


def names_of(scope: Scope, around: Optional[Names] = None) -> Names:
    """The names of a scope, wherever in it they are bound."""
    names = Names(around, isinstance(scope, ast.ClassDef))
    if isinstance(scope, _FUNCTIONS):
        for argument in _arguments(scope.args):
            names.bind(argument.arg, None)
    if isinstance(scope, ast.Lambda):
        return names
    assigned: List[Tuple[ast.expr, ast.expr]] = []
    stars: List[str] = []
    for node in _statements(scope):
        if isinstance(node, ast.Import):
            _bind_import(names, node)
        elif isinstance(node, ast.ImportFrom):
            if node.names[0].name != "*":
                _bind_from(names, node)
            elif node.module and not node.level:
                stars.append(node.module)
        elif isinstance(node, ast.Assign):
            assigned += [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            assigned.append((node.target, node.value))
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            _bind_others(names, node.target)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if item.optional_vars is not None:
                    _bind_others(names, item.optional_vars)
        elif isinstance(node, NESTED):
            names.bind(node.name, None)
    if stars:
        stored = (node for node in ast.walk(scope) if isinstance(node, ast.Name))
        names.star(stars, frozenset(one.id for one in stored if isinstance(one.ctx, ast.Store)))
    # In the order of the file, so that a name may stand for another that stands for a module.
    for target, value in sorted(assigned, key=lambda pair: pair[1].lineno):
        if isinstance(target, ast.Name):
            names.bind(target.id, names.path(value))
        else:
            _bind_others(names, target)
    return names


def _statements(scope: ast.AST) -> Iterator[ast.AST]:
    """The statements of a scope without those of the scopes inside of it."""
    stack: List[ast.AST] = [scope]
    while stack:
        node = stack.pop()
        for field in _BLOCKS:
            for inner in getattr(node, field, ()):
                yield inner
                if not isinstance(inner, NESTED):
                    stack.append(inner)


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (one for one in (arguments.vararg, arguments.kwarg) if one is not None)


def _bind_import(names: Names, node: ast.Import) -> None:
    for alias in node.names:
        root = alias.name.partition(".")[0]
        path = alias.name if alias.asname else root
        names.bind(alias.asname or root, path if root in ROOTS else None)


def _bind_from(names: Names, node: ast.ImportFrom) -> None:
    module = node.module or ""
    is_known = not node.level and module.partition(".")[0] in ROOTS
    for alias in node.names:
        names.bind(alias.asname or alias.name, f"{module}.{alias.name}" if is_known else None)


def _bind_others(names: Names, target: ast.AST) -> None:
    """Targets that stand for no module."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            names.bind(node.id, None)
