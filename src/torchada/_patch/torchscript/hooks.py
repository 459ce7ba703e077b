"""What users script or load is rewritten (graphs.py) as soon as it is compiled."""

import re
import sys
import threading
from contextlib import contextmanager
from functools import wraps
from typing import Any, Callable

from ... import _log
from ..._errors import UnsupportedError
from .._ledger import current
from .._registry import patch_function, requires_import
from . import graphs, operators

AREA = "torchscript"
_MANGLED = re.compile(r"___torch_mangle_\d+\.?")
# How TorchScript words that it lacks a function of streams, and a class.
_NO_FUNCTION = re.compile(rf"Unknown builtin op: cuda::({'|'.join(operators.OF_STREAMS)})\b")
_NO_CLASS = re.compile(r"^type INTERNAL ASSERT FAILED|\bStreamContext\b")


@patch_function
@requires_import("torch_musa")
def _watch_compilations():
    import torch

    ledger = current()
    compiled = _Compiled()
    for owner, name in (
        (torch._C, "_jit_script_compile"),
        (torch._C, "_jit_script_class_compile"),
        (torch.jit._recursive, "create_script_module"),
    ):
        ledger.set_attr(owner, name, compiled.after(getattr(owner, name)), area=AREA)
    for name in ("import_ir_module", "import_ir_module_from_buffer"):
        ledger.set_attr(torch._C, name, _after_import(getattr(torch._C, name)), area=AREA)


class _Compiled:
    """Functions of this process's compilation unit. Compiling one compiles those that it calls."""

    def __init__(self):
        self._thread = threading.local()
        self._seen = 0

    def after(self, function: Callable) -> Callable:
        """The function, after whose outermost call everything that is new is rewritten."""

        @wraps(function)
        def compiling(*args, **kwargs):
            with self._outermost():
                return function(*args, **kwargs)

        return compiling

    @contextmanager
    def _outermost(self):
        depth = getattr(self._thread, "depth", 0)
        if depth == 0:
            operators.define()
        self._thread.depth = depth + 1
        try:
            yield
        except RuntimeError as error:
            if depth == 0:
                _explain(error)
            raise
        finally:
            self._thread.depth = depth
        if depth == 0:
            functions = sys.modules["torch"].jit._state._python_cu.get_functions()
            # There are fewer when PyTorch has dropped them.
            new = functions[self._seen :] if self._seen <= len(functions) else functions
            self._seen = len(functions)
            for each in new:
                _rewrite(each)


def _after_import(import_module: Callable) -> Callable:
    @wraps(import_module)
    def importing(unit, *args, **kwargs):
        operators.define()
        module = import_module(unit, *args, **kwargs)
        for function in unit.get_functions():
            _rewrite(function)
        return module

    return importing


def _rewrite(function: Any) -> None:
    from ... import _core

    name = _MANGLED.sub("", function.qualified_name.partition("__torch__.")[2])
    if _core.is_native_module(name):
        return
    streams = graphs.find_streams(function.graph)
    if streams:
        raise _no_streams(f"torch.cuda.{streams}")
    graphs.show_cuda(function.graph)
    if graphs.uses_autocast(function.graph):
        _log.warn(
            f"torch.autocast has no effect on MUSA inside of TorchScript, which {name}() uses: it casts "
            "for CUDA and the CPU alone. Instead: enter it around the call of the script"
        )


def _explain(error: RuntimeError) -> None:
    """A build without CUDA lacks the functions, and the class is no type there."""
    found = _NO_FUNCTION.search(str(error))
    if found:
        raise _no_streams(f"torch.cuda.{found[1]}") from error
    if _NO_CLASS.search(str(error)):
        raise _no_streams("torch.cuda.Stream or torch.cuda.Event") from error


def _no_streams(name: str) -> UnsupportedError:
    return UnsupportedError.of(
        f"{name} in TorchScript",
        "streams are objects of CUDA's there, as C++ has them",
        "use streams and events around the call of the script",
    )
