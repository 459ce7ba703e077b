"""The registry of patch functions: who patches, and in which order."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Callable, List

from .._errors import PatchError
from .._quick_imports import import_modules
from . import _ledger

# torchada's own areas, one module each; importing one registers its patch functions. They run in
# this order: torch.cuda first, because the later ones use it, and last what copied from all of them.
AREAS = (
    "cuda_module",
    "musa_module",
    "accelerator",
    "amp",
    "serialization",
    "forks",
    "sparse_files",
    "torchscript",
    "library",
    "custom_ops",
    "dispatcher",
    "devices",
    "memory",
    "tensors",
    "identity",
    "optimizers",
    "rng",
    "profiler",
    "backends",
    "availability",
    "capability",
    "diagnostics",
    "warnings_of_musa",
    "distributed",
    "native_calls",
    "flash_attention",
    "captured",
    "late",
)

_patches: List[Callable] = []


def patch_function(function: Callable) -> Callable:
    """Decorator: torchada calls the function, without arguments, when it is activated.

    unpatch() undoes the changes that the function makes through `torchada._patch.current_ledger()`,
    and no others.
    """
    if function not in _patches:
        _patches.append(function)
    return function


def requires_import(*modules: str) -> Callable[[Callable], Callable]:
    """Decorator: if one of these modules is missing, skip the function and note that in the ledger."""

    def decorate(function):
        def guarded(*args, **kwargs):
            missing = [name for name in modules if not _can_import(name)]
            if not missing:
                return function(*args, **kwargs)
            if _ledger._current is not None:
                reason = f"needs {', '.join(missing)}, which is not installed"
                _ledger._current.skip(_area_of(function), _name_of(function), reason)
            return None

        # Not functools.wraps(): there are seventy at `import torchada`, and it takes five times as long.
        guarded.__module__, guarded.__name__ = function.__module__, function.__name__
        guarded.__qualname__, guarded.__doc__ = function.__qualname__, function.__doc__
        guarded.__wrapped__ = function  # type: ignore[attr-defined]
        return guarded

    return decorate


def run_all(ledger: _ledger.Ledger) -> None:
    """Run every registered patch that has not run with this ledger.

    PatchError when one fails: the ledger says which changes were made, the caller undoes them.
    """
    import_modules()
    for area in AREAS:
        importlib.import_module(f"{__package__}.{area}")
    # Patches that an earlier copy of torchada's modules has run are other functions of the same name.
    names = {_name_of(patch) for patch in ledger.done if _is_own(patch)}
    with _ledger.using(ledger):
        for patch in list(_patches):
            if patch not in ledger.done and not (_is_own(patch) and _name_of(patch) in names):
                _run(patch, ledger)


def _is_own(patch: Callable) -> bool:
    return patch.__module__.startswith(f"{__package__}.")


def _run(patch: Callable, ledger: _ledger.Ledger) -> None:
    try:
        patch()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        ledger.fail(_area_of(patch), _name_of(patch), reason)
        raise PatchError(_name_of(patch), reason) from error
    ledger.done.append(patch)


def _name_of(patch: Callable) -> str:
    return f"{patch.__module__}.{patch.__name__}"


def _area_of(patch: Callable) -> str:
    """The area that the patch's module names; users' modules need not name one."""
    module = patch.__module__
    return getattr(sys.modules.get(module), "AREA", module.rpartition(".")[2])


def _can_import(name: str) -> bool:
    if name in sys.modules:
        return sys.modules[name] is not None
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        # find_spec imports the parents of a dotted name; one of those is missing.
        return False
