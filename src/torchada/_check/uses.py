"""Walks a Python file and makes a statement of each use that MUSA serves in its own way."""

from __future__ import annotations

import ast
import warnings
from typing import Any, Container, Dict, Iterable, List, Optional, Tuple

from . import guards as guarding
from . import names as naming
from .guards import Guards, text
from .packages import Package, by_module
from .scopes import PARSE_ERRORS, Names, Scope, names_of
from .statements import FAILS, REVIEW, SETTING, WORKS, Statement

_OPENERS = {
    "ctypes.CDLL",
    "ctypes.PyDLL",
    "ctypes.cdll.LoadLibrary",
    "ctypes.pydll.LoadLibrary",
    "ctypes.util.find_library",
}
# The subject of a library whose name is not in the source.
COMPOSED = "a composed name"
_RUNNERS = ("subprocess.", "shutil.which", "os.system", "os.popen")
_TOOLS = ("nvcc", "nvidia-smi", "ptxas", "cuobjdump", "nvdisasm")
_OUR_TOOLS = "MUSA has mcc and mthreads-gmi."
_ANSWER_NVCC = "Put an nvcc into PATH that answers -V, as docs/extensions.md describes."
# Parts of a tree that hold no uses: annotations are for readers and type checkers.
_NO_USES = {"ctx", "op", "ops", "annotation", "returns", "type_comment", "type_params", "names"}
_FIELDS: Dict[type, Tuple[str, ...]] = {}


def read(path: str, source: bytes, own: Container[str] = ()) -> List[Statement]:
    """The statements about the text of a file; `own` are the project's own modules."""
    with warnings.catch_warnings():
        # Of the project's own strings ("\d"), which are not our subject.
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
            walker = _Walker(path, own)
            walker.scope(tree, None, Guards())
        except PARSE_ERRORS as error:
            return [unparsable(path, error)]
    return walker.statements


def unparsable(path: str, error: Exception) -> Statement:
    """The statement about a file that is not read further."""
    reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
    line = (error.lineno or 1) if isinstance(error, SyntaxError) else 1
    help_text = "Python 2, a template, or a newer Python than this one; read it by hand."
    message = f"the file cannot be parsed: {reason}"
    return Statement("unparsable", REVIEW, path, path, line, message, help_text)


class _Walker:
    """One file."""

    def __init__(self, path: str, own: Container[str]):
        self.path = path
        self.own = own
        self.statements: List[Statement] = []

    def scope(self, scope: Scope, around: Optional[Names], guards: Guards) -> None:
        """A module, a class or a function."""
        names = names_of(scope, around)
        if not isinstance(scope, (ast.Module, ast.ClassDef)):
            guards = guards._replace(is_in_function=True)
        self.all([scope.body] if isinstance(scope.body, ast.expr) else scope.body, names, guards)

    def all(self, nodes: Iterable[ast.AST], names: Names, guards: Guards) -> None:
        for node in nodes:
            self.one(node, names, guards)

    def one(self, node: ast.AST, names: Names, guards: Guards) -> None:
        kind = type(node)
        method = _METHODS.get(kind)
        if method is not None:
            method(self, node, names, guards)
        else:
            self.inside(node, kind, names, guards)

    def inside(self, node: ast.AST, kind: type, names: Names, guards: Guards) -> None:
        """All that a node holds."""
        fields = _FIELDS.get(kind)
        if fields is None:
            fields = tuple(name for name in kind._fields if name not in _NO_USES)  # type: ignore
            _FIELDS[kind] = fields
        for name in fields:
            value = getattr(node, name)
            if isinstance(value, ast.AST):
                self.one(value, names, guards)
            elif type(value) is list:
                for inner in value:
                    # Elements may be missing (`{**a}`), or names (those of a pattern).
                    if isinstance(inner, ast.AST):
                        self.one(inner, names, guards)

    def leaf(self, node: ast.AST, names: Names, guards: Guards) -> None:
        """What holds nothing."""

    def tries(self, node: ast.Try, names: Names, guards: Guards) -> None:
        self.all(node.body, names, guarding.of_try(guards, node))
        self.all((*node.handlers, *node.orelse, *node.finalbody), names, guards)

    def nested(self, node: ast.AST, names: Names, guards: Guards) -> None:
        """What is evaluated around the scope, and the scope. Annotations are no uses."""
        if isinstance(node, ast.ClassDef):
            self.all((*node.decorator_list, *node.bases, *node.keywords), names, guards)
        else:
            assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            self.all(getattr(node, "decorator_list", ()), names, guards)
            defaults = (*node.args.defaults, *(one for one in node.args.kw_defaults if one))
            self.all(defaults, names, guards)
        self.scope(node, names, guards)

    def branches(self, node: "ast.If | ast.IfExp", names: Names, guards: Guards) -> None:
        body, orelse = guarding.of_branches(guards, node.test, names)
        knows_musa = guards.knows_musa or guarding.asks_for_musa(node.test)
        self.one(node.test, names, guards._replace(knows_musa=knows_musa))
        for part, inner in ((node.body, body), (node.orelse, orelse)):
            self.all([part] if isinstance(part, ast.expr) else part, names, inner)

    def name(self, node: "ast.Attribute | ast.Name", names: Names, guards: Guards) -> None:
        path = names.path(node)
        if path is None:
            if isinstance(node, ast.Attribute):
                self.one(node.value, names, guards)
                self.member(node, names, guards)
        elif isinstance(node.ctx, ast.Load):
            self.answers(naming.answer(path), node, guards)

    def member(self, node: ast.Attribute, names: Names, guards: Guards) -> None:
        """`torch.cuda.get_device_properties(0).major` is the capability, too."""
        if node.attr == "major" and isinstance(node.value, ast.Call):
            if names.path(node.value.func) == "torch.cuda.get_device_properties":
                path = "torch.cuda.get_device_capability"
                self.answers(naming.answer(path), node, guards)

    def answers(
        self, found: Tuple[naming.Answer, ...], node: ast.AST, guards: Guards, reason: str = ""
    ) -> None:
        for one in found:
            if guards.knows_musa and one.code.startswith("gate-"):
                continue
            optional = reason or guards.reason(one.error, one.subject)
            self.say(one.code, one.outcome, one.subject, node, one.message, one.help, optional)

    def say(
        self,
        code: str,
        outcome: str,
        subject: str,
        node: ast.AST,
        message: str,
        help_text: str,
        optional: str,
    ) -> None:
        line = getattr(node, "lineno", 1)
        self.statements.append(
            Statement(code, outcome, subject, self.path, line, message, help_text, optional)
        )

    def call(self, node: ast.Call, names: Names, guards: Guards) -> None:
        path = names.path(node.func)
        if path is None:
            if isinstance(node.func, ast.Name) and node.func.id == "getattr":
                self.getattr(node, names, guards)
        elif path in _OPENERS and node.args:
            self.library(node, guards)
        elif path.startswith(_RUNNERS) and node.args:
            self.tool(node.args[0], guards)
        self.inside(node, ast.Call, names, guards)

    def library(self, node: ast.Call, guards: Guards) -> None:
        """A library that is opened by its name, or by one that only the running program knows."""
        name = node.args[0]
        if isinstance(name, ast.Constant):
            self.answers(naming.library(text(name)), node, guards)
        else:
            message = "opens a library by a name that is composed"
            self.say("library", WORKS, COMPOSED, node, message, "", guards.reason("OSError"))

    def getattr(self, node: ast.Call, names: Names, guards: Guards) -> None:
        """getattr(torch.cuda, "name") is the name; with a default, it may be missing."""
        if len(node.args) >= 2 and text(node.args[1]):
            path = names.path(node.args[0])
            if path is not None:
                found = naming.answer(f"{path}.{text(node.args[1])}")
                has_default = len(node.args) > 2 and found and found[0].error == "AttributeError"
                self.answers(found, node, guards, "getattr() has a default" if has_default else "")

    def tool(self, argument: ast.AST, guards: Guards) -> None:
        """A program of the toolkit that is run."""
        while isinstance(argument, (ast.List, ast.Tuple)) and argument.elts:
            argument = argument.elts[0]
        words = text(argument).split()
        name = words[0].rpartition("/")[2] if words else ""
        if name in _TOOLS:
            message = f"`{name}` is a program of NVIDIA's, which is not there"
            is_setup = self.path.rpartition("/")[2] == "setup.py"
            outcome, help_text = (SETTING, _ANSWER_NVCC) if is_setup else (REVIEW, _OUR_TOOLS)
            optional = guards.reason("CalledProcessError")
            self.say("tool", outcome, name, argument, message, help_text, optional)

    def imports(self, node: "ast.Import | ast.ImportFrom", names: Names, guards: Guards) -> None:
        """Imports of packages; those of torch are followed to their uses."""
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif node.level or not node.module:
            return
        else:
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        told = set()
        for module in modules:
            # Of other modules of Triton the uses are told.
            if module.startswith("triton.experimental"):
                self.answers(naming.answer(module), node, guards)
            for package in by_module(module):
                if module.partition(".")[0] not in self.own and package not in told:
                    told.add(package)
                    self.package(package, node, guards)

    def package(self, package: Package, node: ast.AST, guards: Guards) -> None:
        help_text = f"Instead: {package.help}." if package.outcome == FAILS else package.help
        message = f"an import of {package.name}: {package.why}"
        module = package.modules[0]
        optional = guards.reason_of_import(module)
        self.say("import", package.outcome, module, node, message, help_text, optional)


_METHODS: Dict[type, Any] = {
    ast.Attribute: _Walker.name,
    ast.Name: _Walker.name,
    ast.Call: _Walker.call,
    ast.If: _Walker.branches,
    ast.IfExp: _Walker.branches,
    ast.Try: _Walker.tries,
    ast.Import: _Walker.imports,
    ast.ImportFrom: _Walker.imports,
    ast.FunctionDef: _Walker.nested,
    ast.AsyncFunctionDef: _Walker.nested,
    ast.Lambda: _Walker.nested,
    ast.ClassDef: _Walker.nested,
    ast.Constant: _Walker.leaf,
    ast.Global: _Walker.leaf,
    ast.Nonlocal: _Walker.leaf,
}
if hasattr(ast, "TryStar"):  # `except*`, Python 3.11 and newer
    _METHODS[ast.TryStar] = _Walker.tries
