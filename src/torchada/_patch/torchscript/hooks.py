"""Hooks on scripting, loading and saving. When called, they import the code that rewrites (graphs.py, archives.py)."""

import sys
import threading
from contextlib import contextmanager
from functools import wraps
from typing import Any, Callable, Iterable, Iterator, Optional

from ... import _log
from ..._errors import UnsupportedError
from .._ledger import current
from .._registry import patch_function, requires_import

AREA = "torchscript"
# TorchScript has no type for a class of a CUDA build, and finds that out when it makes an object.
_NO_CLASS = "type INTERNAL ASSERT FAILED"


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
        (torch.jit._recursive, "create_methods_and_properties_from_stubs"),
        (torch.jit._recursive, "create_hooks_from_stubs"),
    ):
        ledger.set_attr(owner, name, compiled.after(getattr(owner, name)), area=AREA)
    name = "_recursive_compile_class"
    compile_class = _compiling_class(getattr(torch.jit._script, name))
    ledger.set_attr(torch.jit._script, name, compile_class, area=AREA)
    for name in ("import_ir_module", "import_ir_module_from_buffer"):
        ledger.set_attr(torch._C, name, _after_import(getattr(torch._C, name)), area=AREA)


@patch_function
@requires_import("torch_musa")
def _watch_archives():
    """save() and save_to_buffer() of scripted modules and functions."""
    import torch

    ledger = current()
    for owner in (torch.jit.RecursiveScriptModule, torch.jit.ScriptFunction):
        for name, wrap in (("save", _saving), ("save_to_buffer", _saving_to_buffer)):
            ledger.set_attr(owner, name, wrap(getattr(owner, name)), area=AREA)


def _saving(save):
    @wraps(save)
    def translated(self, f, *args, **kwargs):
        from . import archives

        save(self, f, *args, **kwargs)
        archives.show_cuda_in_file(str(f))

    return translated


def _saving_to_buffer(save_to_buffer):
    @wraps(save_to_buffer)
    def translated(self, *args, **kwargs):
        from . import archives

        return archives.show_cuda_in(save_to_buffer(self, *args, **kwargs))

    return translated


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
                try:
                    return function(*args, **kwargs)
                except RuntimeError as error:
                    _explain(error, _trees(args))
                    raise

        return compiling

    @contextmanager
    def _outermost(self):
        depth = getattr(self._thread, "depth", 0)
        if depth == 0:
            _define_operators()
        self._thread.depth = depth + 1
        refusal = None
        try:
            yield
        finally:
            self._thread.depth = depth
            if depth == 0:
                # Also after an error: what else was compiled stays, and is used by later scripts.
                refusal = _rewrite_all(self._take_new())
        if refusal:
            raise refusal

    def _take_new(self) -> Iterable[Any]:
        functions = sys.modules["torch"].jit._state._python_cu.get_functions()
        # There are fewer when PyTorch has dropped them.
        new = functions[self._seen :] if self._seen <= len(functions) else functions
        self._seen = len(functions)
        return new


def _compiling_class(compile_class: Callable) -> Callable:
    @wraps(compile_class)
    def compiling(cls, *args, **kwargs):
        cuda = sys.modules["torch"].cuda
        if cls is cuda.StreamContext:
            # A build without CUDA may crash as it compiles it.
            raise _no_streams("torch.cuda.stream()")
        if cls is cuda.device:
            from .classes import device as cls
        return compile_class(cls, *args, **kwargs)

    return compiling


def _after_import(import_module: Callable) -> Callable:
    @wraps(import_module)
    def importing(unit, *args, **kwargs):
        _define_operators()
        try:
            module = import_module(unit, *args, **kwargs)
        except RuntimeError as error:
            _explain(error, ())
            raise
        refusal = _rewrite_all(unit.get_functions())
        if refusal:
            raise refusal
        return module

    return importing


def _define_operators() -> None:
    from . import operators

    operators.define()


def _rewrite_all(functions: Iterable[Any]) -> Optional[UnsupportedError]:
    """Rewrite the users' functions; the error for the first that uses streams."""
    from ... import _core
    from . import graphs, operators

    streams = ""
    for function in functions:
        operators.call_ours(function.graph)
        name = _name(function)
        if not _core.is_native_module(name):
            streams = streams or graphs.find_streams(function.graph)
            graphs.show_cuda(function.graph)
            if graphs.uses_autocast(function.graph):
                _warn_of_autocast(name)
    return _no_streams(f"torch.cuda.{streams}") if streams else None


def _name(function: Any) -> str:
    """The module and name that a user gave it; TorchScript numbers those that it has twice."""
    import re

    return re.sub(r"___torch_mangle_\d+\.?", "", function.qualified_name.partition("__torch__.")[2])


def _warn_of_autocast(name: str) -> None:
    _log.warn(
        f"torch.autocast inside of the TorchScript function {name}() has no effect on MUSA: "
        "TorchScript casts for CUDA and the CPU only. Instead: enter torch.autocast around the call "
        f"of {name}()"
    )


def _trees(args: Iterable[Any]) -> Iterator[Any]:
    """The parsed code that one of the compiling functions was given, by itself or in stubs."""
    tree_view = sys.modules["torch"]._C._jit_tree_views.TreeView
    for arg in args:
        if isinstance(arg, tree_view):
            yield arg
        elif isinstance(arg, (list, tuple)):
            yield from (stub.def_ for stub in arg if hasattr(stub, "def_"))


def _explain(error: RuntimeError, trees: Iterable[Any]) -> None:
    """A build without CUDA lacks the functions of streams, and has no types for the classes."""
    import re

    from . import operators

    text = str(error)
    found = re.search(rf"Unknown builtin op: cuda::({'|'.join(operators.OF_STREAMS)})\b", text)
    if not found and text.startswith(_NO_CLASS):
        # The text names nothing, so the code has to: an attribute, however torch.cuda is called.
        code = " ".join(" ".join(map(str, trees)).split())
        found = re.search(r"(?<!\(variable )\(ident (Stream|Event)\)", code)
    if found:
        raise _no_streams(f"torch.cuda.{found[1]}") from error


def _no_streams(name: str) -> UnsupportedError:
    return UnsupportedError.of(
        f"{name} in TorchScript",
        "TorchScript knows only the C++ stream objects of CUDA",
        "use streams and events around the call of the TorchScript function",
    )
