"""Calls something back at the moment when an import that is under way has finished.

The import system marks a module's spec with `_initializing` while its body runs and clears the mark
afterwards, still holding the module's import lock. For that one assignment the spec gets a class in
which `_initializing` is a property; afterwards it has its own class again.
"""

import sys
import threading
from typing import Any, Callable, Set

_MARK = "_initializing"
# The attribute of a waiting spec's class that holds the spec's own class.
_OWN_CLASS = "_torchada_own_class"

# Held for a few assignments, never while something is imported.
_lock = threading.Lock()
# Modules whose body has ended while their spec is still marked.
_finishing: Set[str] = set()


def is_importing(name: str) -> bool:
    """True while the body of this module is being executed, by whatever thread."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return name not in _finishing and bool(getattr(spec, _MARK, False))


def when_import_ends(name: str, action: Callable[[], Any]) -> None:
    """Call action once, when the import under way has succeeded; at once when it is over already.

    Where an action waits for the module already, that one is called. The action must not raise.
    """
    spec = getattr(sys.modules.get(name), "__spec__", None)
    with _lock:
        if hasattr(type(spec), _OWN_CLASS):
            return
        if getattr(spec, _MARK, False):
            spec.__class__ = _waiting_class(type(spec), name, action)
            if spec.__dict__[_MARK]:
                return
            # It ended between the look and the change of class.
            _give_own_class_back(spec)
    action()


def _waiting_class(own: type, name: str, action: Callable[[], Any]) -> type:
    def get(spec):
        return spec.__dict__[_MARK]

    def put(spec, value):
        # Other threads that import the module wait as long as the mark stands.
        if not value:
            _finish(spec, name, action)
        spec.__dict__[_MARK] = value

    members = {_MARK: property(get, put), _OWN_CLASS: own, "__module__": own.__module__}
    return type(own.__name__, (own,), members)


def _finish(spec: Any, name: str, action: Callable[[], Any]) -> None:
    with _lock:
        _give_own_class_back(spec)
        _finishing.add(name)
    try:
        # A failed import takes the module out before it clears the mark.
        if name in sys.modules:
            action()
    finally:
        _finishing.discard(name)


def _give_own_class_back(spec: Any) -> None:
    spec.__class__ = getattr(type(spec), _OWN_CLASS)
