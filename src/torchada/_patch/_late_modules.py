"""Binds modules of the table that are imported only after activation, when their body has run."""

import importlib.abc
import importlib.machinery
import sys
from typing import Any, Callable, Iterable


class LateModules(importlib.abc.MetaPathFinder):
    """Finds nothing by itself; has bind(module) called after the import of each name given."""

    def __init__(self, names: Iterable[str], bind: Callable[[Any], Any]):
        self._names = set(names)
        self._bind = bind

    def find_spec(self, name, path, target=None):
        if name not in self._names:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _BindingLoader(spec.loader, self._bind)
        return spec

    def start(self) -> None:
        """Begin to look at imports."""
        sys.meta_path.insert(0, self)

    def stop(self) -> None:
        """Modules imported from now on stay as they are."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)


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
