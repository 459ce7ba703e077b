"""The functions and classes that a trace counts, and what each became.

They are replaced last of all, after every patch: what PyTorch's own modules took from torch.cuda stays
as it is, and only the program's look-ups find what counts.
"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Dict, Iterator, NamedTuple, Tuple

from .. import _core
from .. import _table as table
from .._patch._binding import owner_of, present_row
from .._patch._late_modules import when_imported
from .._patch._ledger import Ledger, path_of
from .kinds import CHANGED, EMULATED, MUSA, UNSUPPORTED

AREA = "trace"
# How the core names two further kinds of records: "device cuda:0".
REFUSED, DEVICE = "refused", "device"
_KINDS = {
    table.SAME: MUSA,
    table.RENAMED: MUSA,
    table.EMULATED: EMULATED,
    table.UNSUPPORTED: UNSUPPORTED,
}
_CONSTRUCTORS = ("__init__", "__new__")
_FUNCTIONS = (FunctionType, BuiltinFunctionType, _core.ByAsker)
# Areas of the ledger whose names the program does not call.
_INNER = ("activation", "captured", "ctypes", "torch.musa")


class Known(NamedTuple):
    """What a name became on MUSA."""

    kind: str
    became: str


class Names:
    """The names that are counted in this process."""

    def __init__(self) -> None:
        self.known: Dict[str, Known] = {"torch.Tensor.cuda": Known(MUSA, "torch.Tensor.to")}
        self._traced: Dict[int, Any] = {}

    def bind(self, ledger: Ledger) -> None:
        """Count the calls of all names of the table, and of those that patches have changed."""
        changed = list(_changed(ledger))
        modules = sorted({*table.MODULES, *table.SHARE_ROWS} - {"torch.cuda"})
        actions = [(name, self._bind_rows) for name in ("torch.cuda", *modules)]
        when_imported(ledger, actions, AREA)
        for owner, name, area in changed:
            known, path = Known(CHANGED, f"torchada's own ({area})"), path_of(owner)
            if isinstance(owner, type):
                self._count_constructions(ledger, owner, path, known)
            else:
                self._replace(ledger, owner, name, f"{path}.{name}", known)

    def _bind_rows(self, ledger: Ledger, module: Any) -> None:
        of = module.__name__
        names = [row.name for row in table.MODULES.get(of, ())]
        if of in table.SHARE_ROWS:
            names += [name for name in vars(module) if table.own_row(name, of) is None]
        for name in names:
            row = table.row(name, of)
            owner = owner_of(module, name)
            if row is None or owner is None or row.how == table.STOCK:
                continue
            row = present_row(of, row)
            self._replace(ledger, owner, name, f"{of}.{name}", _known(row))

    def _replace(self, ledger: Ledger, owner: Any, name: str, path: str, known: Known) -> None:
        value = owner.__dict__.get(name)
        if isinstance(value, type):
            self._count_constructions(ledger, value, path, known)
        elif isinstance(value, _FUNCTIONS) or hasattr(value, "cache_info"):
            ledger.set_attr(owner, name, self._counting(value, path, known), area=AREA)

    def _counting(self, value: Any, path: str, known: Known) -> Any:
        traced = self._traced.get(id(value))
        if traced is None:
            self.known[path] = known
            traced = self._traced[id(value)] = _core.Traced(value, path)
        return traced

    def _count_constructions(self, ledger: Ledger, cls: type, path: str, known: Known) -> None:
        """By the constructor that the class has, defined or inherited; it stays the same object."""
        if id(cls) in self._traced or issubclass(cls, BaseException):
            return
        self._traced[id(cls)] = cls
        for name, value in _constructors(cls):
            function = value.__func__ if isinstance(value, staticmethod) else value
            if type(function) is _core.Traced:
                return  # by the name of the base class
            if type(function) in (FunctionType, _core.ByAsker):
                traced = self._counting(function, path, known)
                replacement = staticmethod(traced) if function is not value else traced
                ledger.set_attr(cls, name, replacement, area=AREA)
                return


def _constructors(cls: type) -> Iterator[Tuple[str, Any]]:
    for base in cls.__mro__[:-1]:
        for name in _CONSTRUCTORS:
            if name in vars(base):
                yield name, vars(base)[name]


def _known(row: table.Row) -> Known:
    kind = _KINDS[row.how]
    if kind == MUSA:
        return Known(kind, f"torch_musa.{row.target or row.name}")
    if kind == EMULATED:
        return Known(kind, f"torchada.cuda.{row.target}")
    return Known(kind, row.target)


def _changed(ledger: Ledger) -> Iterator[Tuple[Any, str, str]]:
    """Public names without a row that patches have replaced: (owner, name, area), the shortest path first.

    They are functions of modules, and constructors of classes.
    """
    found: Dict[Tuple[str, str], Tuple[Any, str, str]] = {}
    for entry in ledger.replaced():
        owner, name = entry.holder
        is_row = entry.area == "torch.cuda" or entry.area in _INNER
        if is_row or not isinstance(entry.now, _FUNCTIONS):
            continue
        if isinstance(owner, ModuleType) and not name.startswith("_"):
            found[path_of(owner), name] = (owner, name, entry.area)
        elif isinstance(owner, type) and name in _CONSTRUCTORS:
            found[owner.__module__, owner.__name__] = (owner, name, entry.area)
    return (found[key] for key in sorted(found, key=lambda key: (len(key[0]), key)))
