"""Rebinds what PyTorch's own modules took from torch.cuda before activation (torchada._table).

The genuine torch_musa imports torch._dynamo, torch._inductor and FSDP first, so they have all of it.
"""

import sys
from functools import partial
from typing import Any, Dict

from .. import _table as table
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "captured"
_MISSING = object()
# Functions of torch.overrides that keep lists of PyTorch's functions and methods.
_REMEMBERED = (
    "get_ignored_functions",
    "get_default_nowrap_functions",
    "get_testing_overrides",
    "_get_overridable_functions",
    "_get_tensor_methods",
)


@patch_function
@requires_import("torch_musa")
def _rebind_captured_names():
    """Names that are copies: each gets what its source is now."""
    ledger = current()
    for module_name, path, source in table.CAPTURED:
        parents, _, name = path.rpartition(".")
        owner = _look_up(module_name, parents)
        value = _value_of(source)
        held = _raw(owner, name) if owner is not _MISSING else _MISSING
        if held is _MISSING or value is _MISSING:
            continue
        if isinstance(held, staticmethod):
            value = staticmethod(value)
        target = f"{module_name}.{path}"
        ledger.set_attr(owner, name, value, area=AREA, target=target)


@patch_function
@requires_import("torch_musa")
def _add_to_containers():
    """Sets and dicts that contain an old object get the new one as well."""
    ledger = current()
    for module_name, path, source in table.CAPTURED_ITEMS:
        container, new = _look_up(module_name, path), _value_of(source)
        if container is _MISSING or new is _MISSING or new in container:
            continue
        old = next((entry.before for entry in ledger.replaced() if entry.now is new), _MISSING)
        if old not in container:
            continue
        target = f"{module_name}.{path}"
        if isinstance(container, set):
            discard = partial(container.discard, new)
            ledger.call(partial(container.add, new), discard, target, AREA)
        else:
            ledger.set_item(container, new, container[old], target=target, area=AREA)


@patch_function
@requires_import("torch_musa")
def _forget_what_overrides_remember():
    """torch.overrides lists PyTorch's functions once; its lists are to hold those of today."""
    ledger = current()
    for name in _REMEMBERED:
        forget = getattr(_look_up("torch.overrides", name), "cache_clear", None)
        if forget is not None:
            ledger.call(forget, forget, f"torch.overrides.{name}", AREA)


def _look_up(module_name: str, path: str) -> Any:
    """An object inside a module that is loaded; _MISSING where it has none at that path."""
    found: Any = sys.modules.get(module_name, _MISSING)
    for name in path.split(".") if path else ():
        if found is _MISSING:
            break
        found = _raw(found, name)
    return found


def _raw(owner: Any, name: str) -> Any:
    """The entry of an object's own dict; the class of a module like torch.backends.cudnn counts as its own."""
    names: Dict[str, Any] = getattr(owner, "__dict__", {})
    if name not in names and isinstance(owner, sys.modules["torch"].backends.PropModule):
        names = vars(owner.m)
    return names.get(name, _MISSING)


def _value_of(source: str) -> Any:
    module_name, _, name = source.rpartition(".")
    return _look_up(module_name, name)
