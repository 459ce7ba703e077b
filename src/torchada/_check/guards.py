"""What surrounds a place: branches for other platforms, and errors that the program expects."""

from __future__ import annotations

import ast
from typing import FrozenSet, NamedTuple, Optional, Tuple

from .scopes import Names

# Functions that projects name alike, and that are False on MUSA.
_OTHERS = {
    "is_hip": "AMD GPUs",
    "is_rocm": "AMD GPUs",
    "is_xpu": "Intel GPUs",
    "is_npu": "Ascend NPUs",
    "is_hpu": "Gaudi",
    "is_tpu": "TPUs",
    "is_mps": "Apple GPUs",
    "is_cpu": "the CPU",
    "is_torch_xpu_available": "Intel GPUs",
    "is_torch_npu_available": "Ascend NPUs",
    "is_torch_hpu_available": "Gaudi",
    "is_torch_xla_available": "TPUs",
    "is_torch_mps_available": "Apple GPUs",
}
_EVERY = ("BaseException", "Exception")
# Which handlers also catch an exception.
_CAUGHT_BY = {
    "UnsupportedError": ("RuntimeError", *_EVERY),
    "AttributeError": ("AttributeError", *_EVERY),
    "ImportError": ("ImportError", "ModuleNotFoundError", *_EVERY),
    "OSError": ("OSError", "IOError", "EnvironmentError", *_EVERY),
    "CalledProcessError": ("CalledProcessError", "SubprocessError", "OSError", *_EVERY),
}


class Guards(NamedTuple):
    """What surrounds a place."""

    # Why the program goes on when the place is not reached or fails; or "".
    optional: str = ""
    # The exceptions that a `try` around it expects.
    caught: FrozenSet[str] = frozenset()
    # Names of modules that the code asks hasattr() about.
    asked: FrozenSet[str] = frozenset()
    # Whether the condition around it also asks for MUSA.
    knows_musa: bool = False
    # The words of the conditions around it, in small letters.
    words: FrozenSet[str] = frozenset()
    is_in_function: bool = False

    def reason(self, error: str, subject: str = "") -> str:
        """Why the program goes on when the place raises this error; "" where it does not."""
        if self.optional:
            return self.optional
        caught = [name for name in _CAUGHT_BY[error] if name in self.caught]
        if caught:
            return f"below `except {caught[0]}`"
        # torchada gives an unsupported name an object, so that hasattr() is True.
        if error == "AttributeError" and subject in self.asked:
            return "below `hasattr`"
        return ""

    def reason_of_import(self, module: str) -> str:
        """Why the program goes on without a package; "" where it does not."""
        root = module.partition(".")[0].lower()
        for word in sorted(self.words):
            if root in word or word.endswith("_available") or word.startswith(("has_", "have_")):
                return f"below `if {word}`"
        if self.is_in_function and not self.reason("ImportError"):
            return "imported in a function, when it is needed"
        return self.reason("ImportError")


def of_try(guards: Guards, node: ast.Try) -> Guards:
    """Inside of the `try`."""
    names = {name for handler in node.handlers for name in _handled(handler)}
    return guards._replace(caught=guards.caught | names)


def _handled(handler: ast.ExceptHandler) -> Tuple[str, ...]:
    if handler.type is None:
        return _EVERY
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return tuple(_last(one) for one in types)


def of_branches(guards: Guards, test: ast.expr, names: Names) -> Tuple[Guards, Guards]:
    """Inside of the body and inside of the `else` of a condition."""
    if asks_for_musa(test):
        known = guards._replace(knows_musa=True)
        return known, known
    body, orelse = _reasons(test, names)
    asked = guards.asked | _asked(test, names)
    words = guards.words | {_last(node).lower() for node in ast.walk(test)} - {""}
    return (
        guards._replace(optional=guards.optional or body, asked=asked, words=words),
        guards._replace(optional=guards.optional or orelse, words=words),
    )


def asks_for_musa(test: ast.expr) -> bool:
    """True when the condition names MUSA."""
    return any("musa" in (_last(node) or "").lower() for node in ast.walk(test))


def _reasons(test: ast.expr, names: Names) -> Tuple[str, str]:
    """Why the body is not run on MUSA, and why the `else` is not; "" where it may be."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        body, orelse = _reasons(test.operand, names)
        return orelse, body
    if isinstance(test, ast.BoolOp):
        pairs = [_reasons(value, names) for value in test.values]
        bodies, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        if isinstance(test.op, ast.And):
            return next(filter(None, bodies), ""), others[0] if all(others) else ""
        return bodies[0] if all(bodies) else "", next(filter(None, others), "")
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        is_none = isinstance(test.comparators[0], ast.Constant) and (
            test.comparators[0].value is None
        )
        if is_none and isinstance(test.ops[0], (ast.Is, ast.Eq)):
            return _reasons(test.left, names)[::-1]
        if is_none and isinstance(test.ops[0], (ast.IsNot, ast.NotEq)):
            return _reasons(test.left, names)
        return "", ""
    return _false(test, names), ""


def _false(test: ast.expr, names: Names) -> str:
    """Why the expression is false on MUSA, if it is known."""
    path = names.path(test) or ""
    if path == "torch.version.hip":
        return "only on AMD GPUs"
    if path == "torch.version.cuda":
        return "torch.version.cuda is None on MUSA"
    if path == "typing.TYPE_CHECKING":
        return "only for type checkers"
    name = _last(test.func if isinstance(test, ast.Call) else test)
    return f"only on {_OTHERS[name]}" if name in _OTHERS else ""


def _asked(test: ast.expr, names: Names) -> FrozenSet[str]:
    """The names that hasattr() is asked about."""
    found = set()
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and _last(node.func) == "hasattr" and len(node.args) == 2:
            module, name = names.path(node.args[0]), text(node.args[1])
            if module and name:
                found.add(f"{module}.{name}")
    return frozenset(found)


def text(node: Optional[ast.AST]) -> str:
    """The text of a string in the source, or ""."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else ""  # type: ignore[union-attr]


def _last(node: ast.AST) -> str:
    """The last word of a dotted expression; a string's own text."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else text(node)
