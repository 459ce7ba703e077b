"""The conditions of requirements (PEP 508 markers): whether one can hold where MUSA is."""

from __future__ import annotations

import ast
import operator
import re
from itertools import product
from typing import Any, Dict, List, Tuple

from .scopes import PARSE_ERRORS

# torch_musa is for CPython on Linux; what is installed without extras.
_FIXED = {
    "sys_platform": "linux",
    "platform_system": "Linux",
    "os_name": "posix",
    "platform_python_implementation": "CPython",
    "implementation_name": "cpython",
    "extra": "",
}
_MACHINES = ("x86_64", "aarch64")
# Python 3.9 and newer, far enough to be ahead of any condition.
_VERSIONS = [(3, minor, patch) for minor in range(9, 30) for patch in range(40)]
_ENVIRONMENTS: List[Dict[str, Any]] = [
    {
        **_FIXED,
        "platform_machine": machine,
        "python_version": (*version[:2], 0),
        "python_full_version": version,
    }
    for machine, version in product(_MACHINES, _VERSIONS)
]
_COMPARISONS: Dict[type, Any] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}
_VERSION = re.compile(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?\Z")
# Options of pip behind a requirement, and the mark of a line that goes on.
_BEHIND = re.compile(r"\s--\w.*|\\\s*\Z", re.DOTALL)


def reason(marker: str) -> str:
    """Why a requirement with this marker is never installed; "" where it may be."""
    # A marker has the syntax of Python except for these, which hold more often as written here.
    marker = _BEHIND.sub("", marker).replace("===", "==").replace("~=", ">=").strip()
    try:
        tree = ast.parse(marker, mode="eval").body
        parts = tree.values if _is_and(tree) else [tree]  # type: ignore[attr-defined]
        impossible = next((part for part in [*parts, tree] if not _may_hold(part)), None)
        return "" if impossible is None else _told(impossible)
    except PARSE_ERRORS:
        return ""


def _is_and(node: ast.AST) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


def _may_hold(node: ast.AST) -> bool:
    return any(_holds(node, environment) for environment in _ENVIRONMENTS)


def _holds(node: ast.AST, environment: Dict[str, Any]) -> bool:
    """What is not known holds: markers have no `not`, so that this never excludes too much."""
    if isinstance(node, ast.BoolOp):
        each = (_holds(value, environment) for value in node.values)
        return all(each) if _is_and(node) else any(each)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return True
    compare = _COMPARISONS.get(type(node.ops[0]))
    sides = (node.left, node.comparators[0])
    name = next((side.id for side in sides if isinstance(side, ast.Name)), "")
    if compare is None or name not in environment:
        return True
    values = tuple(_value(side, name, environment) for side in sides)
    return None in values or bool(compare(*values))


def _value(side: ast.AST, name: str, environment: Dict[str, Any]) -> Any:
    """The value of one side of a comparison with a variable; None if it is not known."""
    if isinstance(side, ast.Name):
        return environment.get(side.id)
    value = side.value if isinstance(side, ast.Constant) else None
    if isinstance(value, str) and name.startswith("python_"):
        return _version(value)
    return value if isinstance(value, str) else None


def _version(text: str) -> "Tuple[int, ...] | None":
    match = _VERSION.match(text)
    return tuple(int(number or 0) for number in match.groups()) if match else None


def _told(node: ast.AST) -> str:
    """For people, without quotes."""
    text = ast.unparse(node).replace("'", "")
    extra = re.match(r"extra == (\S+)\Z", text)
    return f"only for {extra.group(1)}" if extra else f"only where {text}"
