"""flash-attn's modules: imports of what is not installed find torchada's functions, others are completed.

from flash_attn import flash_attn_func
importlib.util.find_spec("flash_attn") is None    # until it is imported
from flash_attn_interface import flash_attn_with_kvcache    # flash-attn 3
from sgl_kernel.flash_attn import flash_attn_with_kvcache    # by flash_attn_interface where it is installed
"""

import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import sys
from functools import lru_cache, wraps
from importlib import import_module
from typing import Any, Callable, Dict

from .. import _presence
from ._ledger import Ledger, current
from ._registry import patch_function, requires_import

AREA = "flash-attn"
VARIABLE = "TORCHADA_FLASH_ATTN"
# The interface that torchada's functions have.
_VERSION = "2.8.3"
_OURS = "torchada._flash_attention"
_MODULES = {
    "flash_attn": "flash_attn_2",
    "flash_attn.flash_attn_interface": "flash_attn_2",
    "flash_attn.bert_padding": "bert_padding",
    # vLLM finds flash_attn by find_spec() once it is imported, and then takes these two for granted.
    "flash_attn.layers.rotary": "rotary",
    "flash_attn.ops.triton.rotary": "rotary",
    "flash_attn_interface": "flash_attn_3",
}
# Packages with nothing in them but other modules.
_PACKAGES = ("flash_attn.layers", "flash_attn.ops", "flash_attn.ops.triton")
# Besides those, one that is asked for elsewhere.
_EMPTY = (*_PACKAGES, "sgl_kernel")


@patch_function
@requires_import("torch_musa")
def _find_flash_attn():
    if _presence.is_off(VARIABLE):
        return
    finder = _Finder()
    current().call(
        lambda: sys.meta_path.append(finder),
        lambda: sys.meta_path.remove(finder),
        "sys.meta_path: flash_attn where it is not installed",
        AREA,
    )


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last one: it is asked for what nobody else finds."""

    def find_spec(self, name, path=None, target=None):
        is_ours = name in _MODULES or name in _PACKAGES
        if _is_question() or not (is_ours or _is_wanted_package(name)):
            return None
        is_package = "." not in name or name in _EMPTY
        return importlib.machinery.ModuleSpec(name, self, origin=_OURS, is_package=is_package)

    @staticmethod
    def find_distributions(context):
        """Programs that look up which distribution has flash_attn (transformers) find torchada, listed twice."""
        return iter(()) if context.name else iter((_distribution(),))

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ in _EMPTY:
            return  # serve_sgl_kernel() completes sgl_kernel
        ours = import_module(f"{_OURS}.{_MODULES[module.__name__]}")
        module.__doc__ = ours.__doc__
        module.__version__ = _VERSION
        for name, value in vars(ours).items():
            if inspect.isfunction(value) and value.__module__ == ours.__name__:
                setattr(module, name, value)


def _is_wanted_package(name: str) -> bool:
    """sgl_kernel is not installed, but the flash_attn_interface is that programs call by sgl_kernel.flash_attn.

    Without that one there is no sgl_kernel: programs ask for its other functions by importing it.
    """
    if name != "sgl_kernel":
        return False
    interface = importlib.util.find_spec("flash_attn_interface")
    # Once it was imported, torchada's own is found too.
    return interface is not None and interface.origin != _OURS


@lru_cache(maxsize=1)
def _distribution() -> Any:
    from importlib import metadata

    from .._api import get_version

    class Ours(metadata.Distribution):
        """torchada once more, with the name of the module that it gives."""

        def read_text(self, filename):
            if filename == "METADATA":
                return f"Metadata-Version: 2.1\nName: torchada\nVersion: {get_version()}\n"
            return "flash_attn\nflash_attn_interface\n" if filename == "top_level.txt" else None

        def locate_file(self, path):
            return path

    return Ours()


def _is_question() -> bool:
    """True for a program that asks whether it is installed, by importlib.util.find_spec(): it is not.

    Such programs want its metadata or more of flash_attn.ops too, which torchada lacks, and have another way.
    """
    # Frames: this function, find_spec() above, perhaps torchada's finder of late modules, which asks it,
    # importlib's _find_spec(), and its caller.
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("torchada."):
        frame = frame.f_back
    frame = frame and frame.f_back
    return frame is not None and frame.f_globals.get("__name__") == "importlib.util"


def serve_sgl_kernel(ledger: Ledger, module: Any) -> None:
    """sgl_kernel.flash_attn needs a library that is not built for MUSA; others have its functions."""
    if _presence.is_off(VARIABLE) or importlib.util.find_spec("sgl_kernel.flash_ops") is not None:
        return
    interface = _interface()
    name = "sgl_kernel.flash_attn"
    ledger.set_item(sys.modules, name, interface, target=f"sys.modules[{name!r}]", area=AREA)
    ledger.set_attr(module, "flash_attn", interface, area=AREA)


def _interface() -> Any:
    if importlib.util.find_spec("flash_attn_interface") is not None:
        return import_module("flash_attn_interface")
    return import_module(f"{_OURS}.flash_attn_3")


def complete_interface(ledger: Ledger, module: Any) -> None:
    """The installed flash_attn_interface, for MUSA: what sglang and vllm_omni call besides."""
    ours = import_module(f"{_OURS}.flash_attn_3")
    for name in ("flash_attn_func", "flash_attn_varlen_func", "flash_attn_with_kvcache"):
        function = getattr(module, name, None)
        if function is not None and not _takes(function, "only_qv"):
            taking = _with_only_qv(function, getattr(ours, name))
            ledger.set_attr(module, name, taking, area=AREA)
    if not hasattr(module, "_flash_attn_forward"):
        function = getattr(module, "flash_attn_func", None)
        if function is not None and _takes(function, "return_softmax_lse"):
            ledger.set_attr(module, "_flash_attn_forward", _forward_of(function), area=AREA)


def _takes(function: Callable, name: str) -> bool:
    """Whether it has the keyword; also where its signature cannot tell."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return True
    kinds = {parameter.kind for parameter in parameters.values()}
    return name in parameters or inspect.Parameter.VAR_KEYWORD in kinds


def _with_only_qv(function: Callable, ours: Callable) -> Callable:
    """The same with only_qv: scores without q and k, which torchada's function computes."""

    @wraps(function)
    def with_only_qv(*arguments, only_qv: bool = False, **keywords):
        if only_qv:
            return ours(*arguments, only_qv=True, **keywords)
        return function(*arguments, **keywords)

    return with_only_qv


def _forward_of(function: Callable) -> Callable:
    def _flash_attn_forward(
        q,
        k,
        v,
        *,
        softmax_scale=None,
        causal=False,
        window_size_left=-1,
        window_size_right=-1,
        softcap=0.0,
    ):
        """(out, lse, None, None): ring attention takes the first two."""
        keywords: Dict[str, Any] = {
            "softmax_scale": softmax_scale,
            "causal": causal,
            "window_size": (window_size_left, window_size_right),
            "softcap": softcap,
        }
        output, sums, *_ = function(q, k, v, return_softmax_lse=True, **keywords)
        return output, sums, None, None

    return _flash_attn_forward
