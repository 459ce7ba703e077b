"""Calls something back once a module has been imported, whenever that is.

The real torch_musa imports torch._dynamo, torch._inductor, FSDP and so on to register things with them
and to change them. That costs seconds, so here each such change waits for its module.
"""

import sys
import threading
from typing import Callable, Dict, List

_lock = threading.RLock()
_waiting: Dict[str, List[Callable[[], None]]] = {}
_searching = threading.local()


def when_imported(name: str, action: Callable[[], None]) -> None:
    """Call action after `import name` has succeeded; at once where it is in sys.modules.

    An exception of the action leaves the import with it. Actions of one module run in their order. The
    module is in sys.modules then, but its parent has no attribute of its name yet.
    """
    with _lock:
        if name not in sys.modules:
            _waiting.setdefault(name, []).append(action)
            if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
                sys.meta_path.insert(0, _Finder())
            return
    action()


class _Finder:
    """Finds nothing by itself: lets the other finders look and marks what they found."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _waiting or name in _names_searched():
            return None
        _names_searched().add(name)
        try:
            spec = _ask_the_others(name, path, target)
        finally:
            _names_searched().discard(name)
        if spec is not None and spec.loader is not None:
            _call_after(spec.loader, name)
        return spec


def _names_searched() -> set:
    if not hasattr(_searching, "names"):
        _searching.names = set()
    return _searching.names


def _ask_the_others(name, path, target):
    for finder in sys.meta_path:
        if isinstance(finder, _Finder) or not hasattr(finder, "find_spec"):
            continue
        spec = finder.find_spec(name, path, target)
        if spec is not None:
            return spec
    return None


def _call_after(loader, name) -> None:
    """Make this loader, which belongs to one module, call the actions when the body has run."""
    execute = loader.exec_module

    def exec_module(module):
        del loader.exec_module
        execute(module)
        with _lock:
            actions = _waiting.pop(name, ())
        for action in actions:
            action()

    loader.exec_module = exec_module
