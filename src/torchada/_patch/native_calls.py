"""ctypes: CUDA's libraries are MUSA's, and their functions are found by CUDA's names.

Programs that see `musa` open MUSA's libraries by their names, and find CUDA's functions there too: sglang
asks for the path of libmusart and then for cudaMalloc.

ctypes.CDLL stays the class that it is. An object of it (or of a subclass: PyDLL, a user's) becomes
one of a subclass of its class when a library of CUDA or MUSA is opened; all others are untouched.

And what is done to the process when the GPU is first used: libcudart, the operator overrides, the repairs of
torch_musa's operators, the rotation of graphs.
"""

import ctypes
import os
import sys
from _ctypes import CFuncPtr, dlopen
from functools import lru_cache, partial, wraps
from typing import Any, List, Tuple

from .._presence import is_off, is_on
from ._device_names import is_user
from ._ledger import current
from ._registry import patch_function, requires_import
from .cuda_module import put_first, remove

AREA = "ctypes"
OPERATORS = "operators"
GRAPHS = "graphs"


TYPE_CHECKING = False
_Library = ctypes.CDLL if TYPE_CHECKING else object


class _MusaNames(dict):
    """From CUDA's name to MUSA's; any other is itself, and so are ordinals."""

    def __missing__(self, name):
        if not isinstance(name, str):
            return name
        from .._names.to_musa import to_musa_name

        translated = self[name] = to_musa_name(name)
        return translated


_musa_names = _MusaNames()


class _TranslatingNames(_Library):  # type: ignore[misc, valid-type]
    """Functions by CUDA's names. ctypes asks once for each; then it is an attribute."""

    # That of the class that is served, ctypes' or a user's: cheaper than super().
    _by_name = ctypes.CDLL.__getitem__

    def __getattr__(self, name):
        translated = _musa_names[name]
        if translated == name:
            return super().__getattr__(name)
        function = self.__dict__[name] = self._by_cuda_name(name, translated)
        return function

    def __getitem__(self, name):
        translated = _musa_names[name]
        if translated == name:
            return self._by_name(name)
        return self._by_cuda_name(name, translated)

    def _by_cuda_name(self, name, translated):
        function = self._first_of(name, translated)
        if translated.startswith("mtrtc"):
            from .._libraries import nvrtc

            function = nvrtc.with_cuda_arguments(name, function, self)
        function.__name__ = name
        return function

    def _first_of(self, name, translated):
        """The function by the name that this library has for it."""
        for found in (translated, *_other_names(translated)):
            try:
                return self._by_name(found)
            except AttributeError:
                continue  # the error names what was asked for
        raise AttributeError(_missing(self._name, name, translated)) from None

    def _musa_name(self, name):
        """The name of the library's function for CUDA's name, where it has one."""
        translated = _musa_names[name]
        return name if translated == name else self._first_of(name, translated).__name__


def _other_names(translated):
    """cuBLAS exports cublasSgemm_v2 for what its header calls cublasSgemm; muBLAS has one of each.

    MTRTC's GPU code is a fat binary for SDK 5.
    """
    if translated.endswith("_v2"):
        yield translated[:-3]
    elif translated.startswith("mtrtcGetMUSA"):
        yield translated.replace("MUSA", "FatBin")


class _CDLLWrapper(_TranslatingNames, ctypes.CDLL):
    """The object that ctypes.CDLL gives for a library of CUDA or MUSA."""


def _missing(library, name, translated):
    from .._names import names

    row = names().translate(name)
    why = f": {row.why}; instead: {row.instead}" if row is not None and row.why else ""
    return f"{library}: undefined symbol: {translated}, which {name} is on MUSA{why}"


@lru_cache(maxsize=None)
def _translating(kind):
    """The class for the libraries of one class of ctypes'."""
    if kind is ctypes.CDLL:
        return _CDLLWrapper
    names = {"__module__": kind.__module__, "_by_name": kind.__getitem__}
    if kind.__getattr__ is not ctypes.CDLL.__getattr__:
        names["__getattr__"] = kind.__getattr__  # which asks __getitem__ in the end
    return type(kind.__name__, (_TranslatingNames, kind), names)


def _caller(frame):
    """The frame that opens a library. It is not one of ctypes, which opens it for another (cdll.LoadLibrary)."""
    while frame is not None and frame.f_globals.get("__name__") == "ctypes":
        frame = frame.f_back
    return frame


def _file_for(name, frame):
    """The file to open for a library of CUDA or MUSA, or None.

    Code that sees `musa` gets only the files of MUSA that it names.
    """
    if not isinstance(name, (str, bytes, os.PathLike)):
        return None
    from .._libraries import is_musa_file, musa_file

    path = os.fsdecode(name)
    if is_user(_caller(frame)):
        return musa_file(path)
    return path if is_musa_file(os.path.basename(path)) else None


@patch_function
@requires_import("torch_musa")
def _patch_ctypes_cdll():
    genuine = ctypes.CDLL.__init__

    @wraps(genuine)
    def __init__(self, name, *args, **kwargs):
        file = _file_for(name, sys._getframe(1))
        genuine(self, name if file is None else file, *args, **kwargs)
        if file is not None:
            kind: Any = type(self)
            self.__class__ = _translating(kind)

    current().set_attr(ctypes.CDLL, "__init__", __init__, area=AREA)


@patch_function
@requires_import("torch_musa")
def _patch_ctypes_prototypes():
    """CFUNCTYPE(...)(("cudaMalloc", library)): ctypes takes the name to the library itself."""
    for name in ("CFUNCTYPE", "PYFUNCTYPE"):
        genuine = getattr(ctypes, name)
        current().set_attr(ctypes, name, _translating_prototypes(genuine), area=AREA)


def _translating_prototypes(genuine):
    @wraps(genuine)
    def prototype(*args, **kwargs):
        made = genuine(*args, **kwargs)
        if "__new__" not in vars(made):  # ctypes keeps these classes
            made.__new__ = _new_function
        return made

    return prototype


def _new_function(cls, *args):
    """A function of a class made by CFUNCTYPE(): of a library, by (name, library), or any other."""
    first = args[0] if args else None
    if type(first) is tuple and len(first) == 2 and isinstance(first[1], _TranslatingNames):
        args = ((first[1]._musa_name(first[0]), first[1]), *args[1:])
    return CFuncPtr.__new__(cls, *args)


def find_musa_libraries(ledger, util):
    """ctypes.util.find_library() gives users the path of MUSA's library."""
    genuine = util.find_library

    @wraps(genuine)
    def find_library(name):
        from .._libraries import find_library as found_on_musa

        found = found_on_musa(name) if is_user(sys._getframe(1)) else None
        return genuine(name) if found is None else found

    ledger.set_attr(util, "find_library", find_library, area=AREA)


@patch_function
@requires_import("torch_musa")
def _map_libcudart():
    """For programs that look for libcudart in their process (sglang, vLLM): there once CUDA is in use."""
    if is_off("TORCHADA_LIBCUDART"):
        current().skip(AREA, "libcudart.so.12", "TORCHADA_LIBCUDART is off")
        return
    target = "libcudart.so.12, loaded when torch.cuda is initialized"
    _when_initialized(_open_forwarder, target, AREA)


@patch_function
@requires_import("torch_musa")
def _override_operators():
    target = "operator overrides of torchada/csrc, where TORCHADA_ENABLE_CPP_OPS=1 is set by the first use of the GPU"
    _when_initialized(_load_operators, target, OPERATORS)


def _load_operators():
    if is_on("TORCHADA_ENABLE_CPP_OPS"):
        from .. import _cpp_ops

        _cpp_ops.load()


@patch_function
@requires_import("torch_musa")
def _repair_operators():
    """After the overrides in this file, so it runs before them: they replace what they are for."""
    target = "operators that torch_musa has wrong, at the first use of the GPU"
    _when_initialized(_apply_repairs, target, OPERATORS, "_repairs")


def _apply_repairs():
    from .. import _repairs

    _repairs.apply()


@patch_function
@requires_import("torch_musa")
def _rotate_graphs():
    if is_off("TORCHADA_GRAPH_ROTATION"):
        current().skip(GRAPHS, "rotation of executable graphs", "TORCHADA_GRAPH_ROTATION is off")
        return
    target = "rotation of executable graphs, from the first use of the GPU on"
    _when_initialized(_start_rotation, target, GRAPHS, "_graph_rotation")


def _start_rotation():
    from .. import _graph_rotation

    _graph_rotation.install()


def _when_initialized(function, target, area, module=""):
    """Have it called at the first use of the GPU, which programs that only fork never come to.

    What it did is undone by the undo() of that module of torchada's, where it was imported.
    """
    import torch

    if module:
        current().call(lambda: None, partial(_undo_by, f"torchada.{module}"), target, area)
    if torch.musa.is_initialized():
        function()
        return
    queue = torch.musa.core._lazy_init._queued_calls
    calls: List[Tuple[Any, List[str]]] = [(function, [])]
    current().call(partial(put_first, calls, queue), partial(remove, calls, queue), target, area)


def _undo_by(name):
    if name in sys.modules:
        sys.modules[name].undo()


def _open_forwarder():
    from .. import _core

    # Not opened by ctypes.CDLL, which would give MUSA's library in its place.
    path = os.path.join(os.path.dirname(_core.__file__), "lib", "libcudart.so.12")
    dlopen(path, os.RTLD_NOW | os.RTLD_LOCAL)
