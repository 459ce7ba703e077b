"""Triton for MUSA under the names that programs use of Triton for CUDA.

torchada imports no Triton: it acts when the program has imported it, and only on one that is for MUSA.
"""

import sys
from importlib import import_module
from types import ModuleType

from .. import _core
from ._unsupported import UnsupportedNameError

AREA = "triton"
_EXTRA = "triton.language.extra"
_CUDA, _MUSA = f"{_EXTRA}.cuda", f"{_EXTRA}.musa"


def serve_functions(ledger, extra):
    """triton.language.extra.cuda is MUSA's module of device functions."""
    try:
        musa = import_module(_MUSA)
    except ModuleNotFoundError as error:
        if error.name != _MUSA:
            raise
        ledger.skip(AREA, _CUDA, "the installed Triton has no MUSA backend")
        return
    cuda = _DeviceFunctions(musa, sys.modules.get(_CUDA))
    ledger.set_attr(extra, "cuda", cuda, area=AREA)
    ledger.set_item(sys.modules, _CUDA, cuda, target=f"sys.modules[{_CUDA!r}]", area=AREA)
    libdevice = getattr(musa, "libdevice", None)
    if libdevice is not None:
        name = f"{_CUDA}.libdevice"
        ledger.set_item(sys.modules, name, libdevice, target=f"sys.modules[{name!r}]", area=AREA)


class _DeviceFunctions(ModuleType):
    """MUSA's module, and what of CUDA's has a meaning without its hardware."""

    def __init__(self, musa, genuine):
        super().__init__(_CUDA, musa.__doc__)
        self._musa = musa
        self._genuine = genuine
        # importlib.util.find_spec() asks a loaded module for it.
        self.__spec__ = musa.__spec__

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {_CUDA!r} has no attribute {name!r}")
        asker = sys._getframe(1).f_globals.get("__name__", "")
        if asker.startswith("triton.backends.") and self._genuine is not None:
            # The compiler for CUDA, if this Triton has it as well.
            return getattr(self._genuine, name)
        if hasattr(self._musa, name):
            return getattr(self._musa, name)
        if name in ("gdc_wait", "gdc_launch_dependents"):
            return getattr(import_module("torchada.cuda._triton_functions"), name)
        api, why = f"{_CUDA}.{name}", "Triton for MUSA has no such function"
        raise UnsupportedNameError.of(api, why, "write a branch of the kernel that does without it")


def name_targets(ledger, compiler):
    """A target's backend is "cuda" for users; Triton itself finds its compiler by the true name."""

    def genuine(target):
        return vars(target)["backend"]

    def for_users(target):
        # dataclasses copies targets for those who call it.
        asker = sys._getframe(1).f_globals.get("__name__")
        name = genuine(target)
        return "cuda" if name == "musa" and asker != "dataclasses" else name

    def set_backend(target, name):
        vars(target)["backend"] = name

    shown = property(_core.ByAsker(genuine, for_users), set_backend)
    ledger.set_attr(compiler.GPUTarget, "backend", shown, area=AREA)
