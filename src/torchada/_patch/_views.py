"""A user's view for single functions of PyTorch: what they ask of a device is answered as to a user.

Who asks is the module whose globals are current (core/perspective). So a function with the same code
over globals that carry another module's name gets a user's answers, and nothing else changes.
"""

from __future__ import annotations

import sys
from types import CodeType, FunctionType, ModuleType
from typing import Any, Dict, Iterator

from ._ledger import Ledger

# core/perspective/modules.def lists it as a user's.
_PREFIX = "torchada._as_user."


def as_user(target: Any, ledger: Ledger, area: str) -> Any:
    """The function, method or property once more, whose own questions get a user's answers.

    It sees its module's globals as they are now. TypeError for what is no Python function.
    """
    if isinstance(target, property):
        accessors = (target.fget, target.fset, target.fdel)
        get, put, delete = (each and as_user(each, ledger, area) for each in accessors)
        return property(get, put, delete, target.__doc__)
    if not isinstance(target, FunctionType):
        raise TypeError(f"expected a Python function or a property, got {target!r}")
    namespace = _namespace(target.__globals__, ledger, area)
    for name in _names_in(target.__code__):
        # Attributes are among them: the module's own __name__ must not get in.
        if name in target.__globals__ and not name.startswith("__"):
            namespace[name] = target.__globals__[name]
    same = FunctionType(
        target.__code__, namespace, target.__name__, target.__defaults__, target.__closure__
    )
    same.__kwdefaults__ = target.__kwdefaults__
    same.__dict__.update(target.__dict__)
    for name in ("__doc__", "__module__", "__qualname__", "__annotations__"):
        setattr(same, name, getattr(target, name))
    return same


def _namespace(genuine: Dict[str, Any], ledger: Ledger, area: str) -> Dict[str, Any]:
    """Globals of functions of a module, under the name of a user's module.

    They hold only what those functions use: pickle looks for an object that does not know its module
    in all of sys.modules, and must not find it here.
    """
    name = _PREFIX + genuine["__name__"]
    view = sys.modules.get(name)
    if view is None:
        view = ModuleType(name)
        for key in ("__builtins__", "__package__", "__spec__"):
            vars(view)[key] = genuine.get(key)
        # Dynamo imports a function's module by its name.
        ledger.set_item(sys.modules, name, view, target=f"sys.modules[{name!r}]", area=area)
    return vars(view)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
