"""A user's view for single functions of PyTorch: what they ask of a device is answered as to a user.

Who asks is the module whose globals are current (core/perspective). So a function with the same code
over globals that carry another module's name gets a user's answers, and nothing else changes.
"""

import sys
from types import FunctionType, ModuleType
from typing import Any, Dict

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
    same = FunctionType(
        target.__code__, namespace, target.__name__, target.__defaults__, target.__closure__
    )
    same.__kwdefaults__ = target.__kwdefaults__
    same.__dict__.update(target.__dict__)
    for name in ("__doc__", "__module__", "__qualname__", "__annotations__"):
        setattr(same, name, getattr(target, name))
    return same


def _namespace(genuine: Dict[str, Any], ledger: Ledger, area: str) -> Dict[str, Any]:
    """A copy of a module's globals under the name of a user's module."""
    name = _PREFIX + genuine["__name__"]
    view = sys.modules.get(name)
    if view is None:
        view = ModuleType(name)
        # Without the file: inspect.getmodule() is to find the genuine module by it.
        vars(view).update({key: genuine[key] for key in genuine if key != "__file__"})
        view.__name__ = name
        # Dynamo imports a function's module by its name.
        ledger.set_item(sys.modules, name, view, target=f"sys.modules[{name!r}]", area=area)
    return vars(view)
