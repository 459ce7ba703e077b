"""Changes to modules that are imported, or reloaded, after activation, when their body has run."""

from __future__ import annotations

import sys
import threading
from functools import partial
from importlib import import_module
from typing import Any, Callable, Dict, Iterable, List, Set, Tuple

from .. import _log
from ._ledger import Ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    # action(ledger, module); or its path below torchada._patch, for one that is itself imported then.
    Action = Union[str, Callable[[Ledger, Any], None]]
    Actions = Iterable[Tuple[str, Action]]


def when_imported(ledger: Ledger, actions: Actions, area: str) -> None:
    """Have (name of a module, action) done: now where it is loaded, else right after its import."""
    late = []
    for name, action in actions:
        if name in sys.modules:
            _load(action)(ledger, sys.modules[name])
        else:
            late.append((name, partial(_act, ledger, action, area)))
    if late:
        add, remove = partial(_finder.add, late, ledger), partial(_finder.remove, late)
        ledger.call(add, remove, "sys.meta_path: patches of modules imported later", area)


def _act(ledger: Ledger, action: Action, area: str, module: Any) -> None:
    # The import is the program's: it goes on, and doctor tells what is missing.
    try:
        _load(action)(ledger, module)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        ledger.fail(area, module.__name__, reason)
        _log.warn(
            f"torchada could not patch {module.__name__}: {reason}. Code written for CUDA may "
            f"fail in {module.__name__}; run `torchada doctor --import {module.__name__}`"
        )


def _load(action: Action) -> Callable[[Ledger, Any], None]:
    if not isinstance(action, str):
        return action
    module, _, name = action.rpartition(".")
    return getattr(import_module(f"{__package__}.{module}"), name)


class _LateModules:
    """Finds nothing by itself; calls back after the import of each module that it was given."""

    def __init__(self):
        self._lock = threading.Lock()
        self._watched: Dict[str, List[Callable[[Any], None]]] = {}
        self._searching = threading.local()
        self._ledger = Ledger()

    def add(self, callbacks: Iterable[Tuple[str, Callable[[Any], None]]], ledger: Ledger) -> None:
        with self._lock:
            self._ledger = ledger
            for name, callback in callbacks:
                self._watched.setdefault(name, []).append(callback)
            if self not in sys.meta_path:
                sys.meta_path.insert(0, self)

    def remove(self, callbacks: Iterable[Tuple[str, Callable[[Any], None]]]) -> None:
        with self._lock:
            for name, callback in callbacks:
                self._watched[name].remove(callback)
            if not any(self._watched.values()) and self in sys.meta_path:
                sys.meta_path.remove(self)

    def find_spec(self, name, path, target=None):
        # importlib.reload() tells the module.
        is_meant = self._watched.get(name) or target is not None
        if not is_meant or name in self._searched():
            return None
        self._searched().add(name)
        try:
            spec = _ask_all(name, path, target)
        finally:
            self._searched().discard(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _BindingLoader(spec.loader, self._call)
        return spec

    def _call(self, name: str, module: Any) -> None:
        for entry in self._ledger.replaced():
            entry.repeat(module)
        for callback in list(self._watched.get(name, ())):
            callback(module)

    def _searched(self) -> Set[str]:
        """The names that this thread is asking the other finders for."""
        if not hasattr(self._searching, "names"):
            self._searching.names = set()
        return self._searching.names


_finder = _LateModules()


def _ask_all(name, path, target):
    """The answer of the other finders: some may watch the same import."""
    for finder in sys.meta_path:
        if hasattr(finder, "find_spec"):
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
    return None


class _BindingLoader:
    """The module's own loader, for one import."""

    def __init__(self, loader: Any, call: Callable[[str, Any], None]):
        self._loader = loader
        self._call = call

    def __getattr__(self, name):
        # Everything else is the loader's: `python -m` asks for get_code().
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        name = module.__name__
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        # torch.backends.cudnn.rnn and others put an object of their own in their place.
        self._call(name, sys.modules.get(name, module))
