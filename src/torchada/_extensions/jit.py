"""load() and load_inline(): PyTorch's _jit_compile() over ported sources, one process at a time."""

import inspect
import os
import sys
from functools import wraps
from typing import Any, Callable

from . import project
from .lock import locked


class NoBaton:
    """In the place of PyTorch's lock file, which a killed process leaves behind: the lock is held."""

    def __init__(self, *_: Any, **__: Any):
        pass

    def try_acquire(self) -> bool:
        """Always True: the caller holds the folder's lock."""
        return True

    def wait(self) -> None:
        """Never needed."""

    def release(self) -> None:
        """The lock is freed by its owner."""


def compile_ported(genuine: Callable) -> Callable:
    """PyTorch's _jit_compile(), for CUDA sources as well."""
    signature = inspect.signature(genuine)

    @wraps(genuine)
    def _jit_compile(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        wanted = bound.arguments
        folder = wanted["build_directory"]
        what = f"the extension {wanted['name']}"
        with locked(folder, what):
            _port(wanted, folder, what)
            return genuine(*bound.args, **bound.kwargs)

    return _jit_compile


def _port(wanted: Any, folder: str, what: str) -> None:
    listed = wanted["sources"]
    listed = [listed] if isinstance(listed, str) else list(listed)
    extra = wanted["extra_include_paths"] or []
    extra = [extra] if isinstance(extra, str) else list(extra)
    flags = [*(wanted["extra_cflags"] or []), *(wanted["extra_cuda_cflags"] or [])]
    base = os.path.dirname(os.path.abspath(listed[0])) if listed else folder
    output = os.path.join(os.path.abspath(folder), "musa")
    done = project.port(listed, [*extra, *project.folders_in(flags)], base, output, what)
    if not done.is_changed and not project.is_for_device(listed):
        return
    wanted["sources"] = done.sources
    wanted["extra_include_paths"] = done.folders


def build_directory(module: Any, genuine: Callable) -> Callable:
    """The folder in which load() builds: one for each version of MUSA, beside CUDA's and the CPU's."""

    @wraps(genuine)
    def _get_build_directory(name: str, verbose: bool) -> str:
        if os.environ.get("TORCH_EXTENSIONS_DIR") is not None:
            return genuine(name, verbose)
        folder = os.path.join(module.get_default_build_root(), _build_folder(), name)
        os.makedirs(folder, exist_ok=True)
        return folder

    return _get_build_directory


def _build_folder() -> str:
    import torch

    python = f"py{sys.version_info.major}{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
    return f"{python}_mu{str(torch.version.musa).replace('.', '')}"
