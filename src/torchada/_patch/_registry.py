"""The registry of patch functions: who patches, in which order, and what happens when one fails."""

import importlib
import importlib.util
import sys
from functools import wraps
from typing import Callable, List

from . import _ledger

# torchada's own areas, one module each; importing one registers its patch functions. They run in
# this order: torch.cuda first, because the later ones use it.
AREAS = (
    "cuda_module",
    "amp",
    "serialization",
    "library",
    "device_module",
    "backends",
    "_availability",
)

_patches: List[Callable] = []


class PatchError(RuntimeError):
    """A patch function failed; everything was undone."""

    def __init__(self, patch: str, reason: str):
        super().__init__(f"patch {patch} failed: {reason}")
        self.patch = patch
        self.reason = reason


def patch_function(function: Callable) -> Callable:
    """Decorator: have this function called, without arguments, when torchada activates.

    Changes made through `torchada._patch.current_ledger()` are undone by unpatch(); what a function
    changes by itself stays.
    """
    if function not in _patches:
        _patches.append(function)
    return function


def requires_import(*modules: str) -> Callable[[Callable], Callable]:
    """Decorator: do nothing (and say so in the ledger) where one of these modules is missing."""

    def decorate(function):
        @wraps(function)
        def guarded(*args, **kwargs):
            missing = [name for name in modules if not _can_import(name)]
            if not missing:
                return function(*args, **kwargs)
            if _ledger._current is not None:
                reason = f"needs {', '.join(missing)}, not installed"
                _ledger._current.skip(function.__name__, missing[0], reason)
            return None

        return guarded

    return decorate


def run_all(ledger: _ledger.Ledger) -> None:
    """Run every registered patch that has not run with this ledger; undo all if one fails."""
    for area in AREAS:
        importlib.import_module(f"{__package__}.{area}")
    with _ledger.using(ledger):
        for patch in list(_patches):
            if patch not in ledger.done:
                _run(patch, ledger)


def _run(patch: Callable, ledger: _ledger.Ledger) -> None:
    name = f"{patch.__module__}.{patch.__name__}"
    try:
        patch()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        ledger.fail(patch.__name__, name, reason)
        ledger.rollback()
        raise PatchError(name, reason) from error
    ledger.done.append(patch)


def _can_import(name: str) -> bool:
    if name in sys.modules:
        return sys.modules[name] is not None
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        # find_spec imports the parents of a dotted name; one of those is missing.
        return False
