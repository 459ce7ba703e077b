"""A user's view for single functions of PyTorch: what they ask of a device is answered as to a user.

Who asks is the module whose globals are current (core/perspective). So a function with the same code
over globals that carry another module's name gets a user's answers, and nothing else changes.
"""

from types import FunctionType
from typing import Any

_PREFIX = "user_view_of."


def as_user(target: Any) -> Any:
    """The function, method or property once more, whose own questions get a user's answers."""
    if isinstance(target, property):
        get, put, delete = (f and as_user(f) for f in (target.fget, target.fset, target.fdel))
        return property(get, put, delete, target.__doc__)
    if not isinstance(target, FunctionType):
        raise TypeError(f"expected a Python function or a property, got {target!r}")
    namespace = dict(target.__globals__, __name__=_PREFIX + target.__module__)
    same = FunctionType(
        target.__code__, namespace, target.__name__, target.__defaults__, target.__closure__
    )
    same.__kwdefaults__ = target.__kwdefaults__
    same.__dict__.update(target.__dict__)
    for name in ("__doc__", "__module__", "__qualname__", "__annotations__"):
        setattr(same, name, getattr(target, name))
    return same
