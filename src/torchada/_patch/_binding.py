"""Binds the rows of the table: from a row to the object, and into the module, through a ledger."""

from __future__ import annotations

import sys
from functools import wraps
from importlib import import_module
from types import FunctionType
from typing import Any, Dict, Tuple

from .. import _table as table
from ._ledger import Ledger
from ._unsupported import unsupported

AREA = "torch.cuda"
MISSING = object()


def bind_module(ledger: Ledger, module: Any, name: str) -> Dict[str, Any]:
    """Bind a module's own rows; returns what was bound, by name."""
    bound: Dict[str, Any] = {}
    owners = _owners(module)
    for row in table.MODULES.get(name, ()):
        # Hundreds are, and this runs at `import torchada`: the cheapest question first.
        if row.how == table.STOCK:
            continue
        owner = _holding(owners, row.name)
        if owner is None:
            if not _is_added(name, row):
                continue
            owner = module
        value, reason = resolve(name, row, owner.__dict__.get(row.name))
        if value is not MISSING:
            ledger.set_attr(owner, row.name, value, area=AREA, reason=reason)
            bound[row.name] = value
        elif reason:
            ledger.skip(AREA, f"{name}.{row.name}", reason)
    return bound


def bind_shared(ledger: Ledger, module: Any, name: str, bound: Dict[str, Any]) -> None:
    """Bind the names that a module shares with torch.cuda."""
    for shared in [key for key in vars(module) if key in bound]:
        if table.own_row(shared, name) is None:
            ledger.set_attr(module, shared, bound[shared], area=AREA)


def owner_of(module: Any, name: str) -> Any:
    """The object that keeps a module's name: the module; for torch.backends.cudnn, the one behind it."""
    return _holding(_owners(module), name)


def _owners(module: Any) -> Tuple[Any, ...]:
    is_stand_in = isinstance(module, sys.modules["torch"].backends.PropModule)
    # Functions see the globals of the module that a PropModule stands for.
    return (module.m, type(module)) if is_stand_in else (module,)


def _holding(owners: Tuple[Any, ...], name: str) -> Any:
    for owner in owners:
        if name in owner.__dict__:
            return owner
    return None


def resolve(module_name: str, row: table.Row, stock: Any) -> Any:
    """(object to bind, reason for the ledger); MISSING when the name is left alone."""
    if (module_name, row.name) in table.NEWER:
        row = present_row(module_name, row)
    name, how, target, note = row.name, row.how, row.target, row.note
    if how == table.EMULATED:
        # On a build without CUDA, torch._C holds stand-ins, with names of their own.
        shown = None if module_name == "torch._C" else stock
        return (_emulated(name, target, shown), note) if target else (MISSING, "")
    api = f"{module_name}.{name}"
    if how == table.UNSUPPORTED:
        return unsupported(api, target, note, stock), f"unsupported: {target}"
    value = _from_torch_musa(target or name)
    if value is not MISSING:
        return value, note
    reason = f"the installed torch_musa has no {target or name}"
    advice = "install a version of torch_musa that has it"
    return unsupported(api, reason, advice, stock), f"unsupported: {reason}"


def present_row(module_name: str, row: table.Row) -> table.Row:
    """The row itself, or that of a later version where the installed torch_musa has its object."""
    for newer in table.NEWER.get((module_name, row.name), ()):
        if _from_torch_musa(newer.target) is not MISSING:
            row = newer
    return row


def emulation(target: str) -> Any:
    """Our object for a target such as `_devices.set_device`."""
    module, _, name = target.rpartition(".")
    path = f"torchada.cuda.{module}"
    return getattr(sys.modules.get(path) or import_module(path), name)


def is_late(target: str) -> bool:
    """Whether the module of the target is imported at the first call."""
    return target.startswith("late.")


def _emulated(name: str, target: str, stock: Any) -> Any:
    return late_emulation(name, target, stock) if is_late(target) else emulation(target)


def late_emulation(name: str, target: str, stock: Any = None) -> Any:
    """A function that imports the module of ours when it is called, with PyTorch's signature."""

    def late(*args, **kwargs):
        return emulation(target)(*args, **kwargs)

    if isinstance(stock, FunctionType):
        return wraps(stock)(late)
    late.__name__ = late.__qualname__ = name
    return late


def _is_added(module_name: str, row: table.Row) -> bool:
    """Whether a name that torch lacks is given to it: where a build without CUDA lacks it."""
    if row.name not in table.ADDED.get(module_name, ()):
        return False
    # Other modules have such names from CUDA's initialisation, which never comes.
    return module_name != "torch._C" or not getattr(sys.modules["torch._C"], "_has_cuda", False)


def _from_torch_musa(path: str) -> Any:
    value: Any = sys.modules["torch_musa"]
    if "." not in path:
        return getattr(value, path, MISSING)
    for part in path.split("."):
        value = getattr(value, part, MISSING)
        if value is MISSING:
            break
    return value
