"""Finds who still holds an object of torch.cuda that torchada has replaced.

`from torch.cuda import Stream` copies a name. Where that ran before torchada was activated, the copy
is PyTorch's own object, which knows no MUSA device.
"""

import sys
from types import ModuleType
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple


class Holder(NamedTuple):
    """A place that holds a replaced object."""

    module: str
    path: str
    # The place where torchada put the new object: torch.cuda.streams.Stream.
    target: str


def holders(ledger: Any) -> List[Holder]:
    """Every place in a loaded module that holds an object which this ledger has replaced."""
    old = _Replaced(ledger)
    found = []
    for name, module in sorted(sys.modules.items()):
        if issubclass(type(module), ModuleType) and vars(module).get("__name__") == name:
            found += [Holder(name, path, old.target(value)) for path, value in _search(module, old)]
    return found


class _Replaced:
    """The replaced functions and classes; constants would be found everywhere."""

    def __init__(self, ledger: Any):
        self._by_id: Dict[int, Tuple[str, Any]] = {}
        for entry in ledger.replaced():
            target, bare, new = entry.target, _unwrapped(entry.before), _unwrapped(entry.now)
            if target.startswith("torch.") and callable(bare) and bare is not new:
                self._by_id.setdefault(id(bare), (target, new))

    def __contains__(self, value: Any) -> bool:
        return id(value) in self._by_id

    def target(self, value: Any) -> str:
        """The place where the object was replaced."""
        return self._by_id[id(value)][0]

    def new(self, value: Any) -> Any:
        """The object that stands there now."""
        return self._by_id[id(value)][1]


def _search(module: ModuleType, old: _Replaced) -> Iterator[Tuple[str, Any]]:
    """(path, object) of what a module holds: names, members of its classes, items of its lists."""
    for name, value in list(vars(module).items()):
        yield from _look(name, value, old)
        if issubclass(type(value), type) and vars(value).get("__module__") == module.__name__:
            for attribute, member in list(vars(value).items()):
                yield from _look(f"{name}.{attribute}", member, old)


def _look(path: str, value: Any, old: _Replaced) -> Iterator[Tuple[str, Any]]:
    bare = _unwrapped(value)
    if bare in old:
        yield path, bare
        return
    items = [_unwrapped(item) for item in _items(bare)]
    for item in items:
        if item in old and not any(other is old.new(item) for other in items):
            yield f"{path}[...]", item


def _items(value: Any) -> List[Any]:
    # By type(): some of PyTorch's old names warn when anything is asked of them.
    if issubclass(type(value), dict):
        return [*value.keys(), *value.values()]
    return list(value) if issubclass(type(value), (list, tuple, set, frozenset)) else []


def _unwrapped(value: Any) -> Any:
    return value.__func__ if type(value) in (staticmethod, classmethod) else value
