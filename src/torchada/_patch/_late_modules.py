"""Changes to modules that are imported only after activation, when their body has run."""

import importlib.abc
import sys
import threading
from typing import Any, Callable, Iterable, Mapping, Set

from .. import _log
from ._ledger import Ledger


class LateModules(importlib.abc.MetaPathFinder):
    """Finds nothing by itself; has bind(module) called after the import of each name given."""

    def __init__(self, names: Iterable[str], bind: Callable[[Any], Any]):
        self._names = set(names)
        self._bind = bind
        self._searching = threading.local()

    def find_spec(self, name, path, target=None):
        if name not in self._names or name in self._searched():
            return None
        self._searched().add(name)
        try:
            spec = _ask_all(name, path, target)
        finally:
            self._searched().discard(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _BindingLoader(spec.loader, self._bind)
        return spec

    def _searched(self) -> Set[str]:
        """The names that this thread is asking the other finders for."""
        if not hasattr(self._searching, "names"):
            self._searching.names = set()
        return self._searching.names

    def start(self) -> None:
        """Begin to look at imports."""
        sys.meta_path.insert(0, self)

    def stop(self) -> None:
        """Modules imported from now on stay as they are."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)


def _ask_all(name, path, target):
    """What the finders say, this one aside: others may watch the same import."""
    for finder in sys.meta_path:
        if hasattr(finder, "find_spec"):
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
    return None


class _BindingLoader(importlib.abc.Loader):
    """The module's own loader, for one import."""

    def __init__(self, loader: Any, bind: Callable[[Any], Any]):
        self._loader = loader
        self._bind = bind

    def __getattr__(self, name):
        # What else a loader can do: `python -m` asks for get_code().
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        name = module.__name__
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        # torch.backends.cudnn.rnn and others put an object of their own in their place.
        self._bind(sys.modules.get(name, module))


def when_imported(ledger: Ledger, actions: Mapping[str, Callable[[Any], None]], area: str) -> None:
    """Have an action done to each module: now where it is loaded, else right after its import."""
    late = [name for name in actions if name not in sys.modules]

    def act(module):
        # The import is the program's: it goes on, and doctor tells what is missing.
        name = module.__name__
        try:
            actions[name](module)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            ledger.fail(area, name, reason)
            _log.warn(f"{name} cannot be set up for code that says cuda: {reason}")

    finder = LateModules(late, act)
    ledger.call(finder.start, finder.stop, "sys.meta_path: modules imported later", area)
    for name, action in actions.items():
        if name not in late:
            action(sys.modules[name])
