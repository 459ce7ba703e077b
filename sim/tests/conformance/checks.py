"""Compares one fact about a name of torch_musa with what is there."""

import ast
import importlib
import inspect
import sys
import types
from typing import Any, Optional

import torch
import torch_musa

from .facts import Fact

_MISSING = object()


class Missing(Exception):
    """The name is not there."""


class Different(Exception):
    """It is there, but of another kind or with other parameters; the text says how."""


def module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (error.name == name or name.startswith(error.name + ".")):
            raise Missing(name) from error
        raise


def find(holder: Any, path: str) -> Any:
    """The object at a dotted path; members of classes as they are stored there, or annotated."""
    for part in path.split("."):
        if isinstance(holder, type):
            annotations = vars(holder).get("__annotations__", {})
            holder = inspect.getattr_static(holder, part, annotations.get(part, _MISSING))
        else:
            holder = getattr(holder, part, _MISSING)
        if holder is _MISSING:
            raise Missing(path)
    return holder


def resolve(path: str) -> Any:
    """The object at a full name: the longest part of it that is a module, then attributes."""
    parts = path.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            holder = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        return find(holder, ".".join(parts[count:]))
    raise Missing(path)


def is_there(path: str) -> bool:
    """Whether there is something at this full name, be it a module, an attribute or a member."""
    try:
        resolve(path + ".__class__")
    except Missing:
        return False
    return True


def check(fact: Fact) -> None:
    """Raises Missing or Different."""
    holder = module(fact.module)
    if fact.kind == "absent":
        if hasattr(holder, fact.name):
            raise Different("the real torch_musa has no such name")
        return
    if fact.name == "":
        return
    value = find(holder, fact.name)
    compare = _COMPARE.get(fact.kind)
    if compare is not None:
        compare(fact, value, holder)


def _function(fact: Fact, value: Any, holder: Any) -> None:
    if not callable(value):
        raise Different(f"not callable: {value!r}")
    if fact.detail.startswith(("METH_", "pybind")):
        _native_call(fact.detail, value)
    elif fact.detail:
        _parameters(fact, value, holder)


def _native_call(detail: str, function: Any) -> None:
    """A call with a wrong number of arguments is refused; it has no other effect."""
    wrong = {"METH_NOARGS": [(1, 2)], "METH_O": [(), (1, 2, 3)], "METH_VARARGS": []}.get(detail)
    if wrong is None:
        count = detail.partition("pybind ")[2]
        wrong = [(object(),) * (int(count) + 1)] if count else []
    for arguments in wrong:
        try:
            function(*arguments)
        except TypeError:
            continue
        raise Different(f"takes {len(arguments)} arguments, unlike {detail}")


def _class(fact: Fact, value: Any, holder: Any) -> None:
    if not isinstance(value, type):
        raise Different(f"not a class: {value!r}")
    names = {base.__name__ for base in value.__mro__}
    lacking = [base for base in fact.detail.split() if base not in names]
    if lacking:
        raise Different(f"its bases lack {', '.join(lacking)}")


def _method(fact: Fact, value: Any, holder: Any) -> None:
    kinds = {"static": staticmethod, "classmethod": classmethod}
    wanted = kinds.get(fact.kind)
    if wanted and not isinstance(value, (wanted, types.BuiltinFunctionType)):
        raise Different(f"not a {wanted.__name__}")
    function = getattr(value, "__func__", value)
    if not callable(function):
        raise Different(f"not callable: {function!r}")
    _parameters(fact, function, holder)


def _property(fact: Fact, value: Any, holder: Any) -> None:
    if callable(value):
        raise Different("callable, not a property")


def _module(fact: Fact, value: Any, holder: Any) -> None:
    target = module(fact.detail)
    if value is not target:
        raise Different(f"{value!r} is not {fact.detail}")


def _all(fact: Fact, value: Any, holder: Any) -> None:
    lacking = sorted(set(fact.detail.split()) - set(value))
    if lacking:
        raise Different(f"lacks {', '.join(lacking)}")


def _parameters(fact: Fact, function: Any, holder: Any) -> None:
    signature = inspect.signature(function)
    wanted, have = _wanted(fact.detail), _present(signature)
    same = [w[:2] == h[:2] and _same_default(w[2], h[2]) for w, h in zip(wanted, have)]
    if len(wanted) != len(have) or not all(same):
        raise Different(f"has {signature}, not {fact.detail}")


def _same_default(wanted: str, have: str) -> bool:
    return wanted == have or (wanted == "some default" and have != "no default")


def _wanted(text: str) -> list:
    """Parameters as (kind, name, default); defaults as values where they can be computed."""
    arguments = ast.parse(f"def f{text}: pass").body[0].args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    found = [("positional", a.arg, _value(d)) for a, d in zip(positional, defaults)]
    found += [("*", arguments.vararg.arg, "")] if arguments.vararg else []
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults)
    found += [("keyword", a.arg, _value(d)) for a, d in keywords]
    return found + ([("**", arguments.kwarg.arg, "")] if arguments.kwarg else [])


def _value(default: Optional[ast.expr]) -> str:
    if default is None:
        return "no default"
    try:
        names = {"torch": torch, "sys": sys, "dist": torch.distributed}
        return repr(eval(ast.unparse(default), names))
    except (AttributeError, NameError):
        return "some default"


def _present(signature: inspect.Signature) -> list:
    kinds = {"VAR_POSITIONAL": "*", "KEYWORD_ONLY": "keyword", "VAR_KEYWORD": "**"}
    found = []
    for parameter in signature.parameters.values():
        kind = kinds.get(parameter.kind.name, "positional")
        default = "" if kind.startswith("*") else "no default"
        if parameter.default is not parameter.empty:
            default = repr(parameter.default)
        found.append((kind, parameter.name, default))
    return found


_COMPARE = {
    "function": _function,
    "class": _class,
    "method": _method,
    "static": _method,
    "classmethod": _method,
    "property": _property,
    "module": _module,
    "submodule": lambda fact, value, holder: None,
    "all": _all,
}
