"""mcc, and the headers and libraries that torch_musa's own extensions are built with."""

import functools
import os
import shlex
from importlib import import_module
from typing import Any, List, NamedTuple

from .._errors import TorchadaError
from .._names import names
from .._toolkit import cuda_home
from . import arch, stable_abi

# PyTorch's builder links these by itself, or leaves them out on purpose.
_TORCH = ("c10", "torch", "torch_cpu", "torch_python")
# The libraries that torch_musa's load() links and its MUSAExtension() does not.
_OF_LOAD = ("musa_kernels", "musart")


class ToolchainError(TorchadaError, OSError):
    """There is no MUSA toolkit to build with."""


class Linking(NamedTuple):
    """The libraries that an extension for MUSA is linked with."""

    folders: List[str]
    libraries: List[str]
    run_time_folders: List[str]
    arguments: List[str]


def home() -> str:
    """The MUSA toolkit's folder."""
    found = cuda_home()
    if found is None:
        raise ToolchainError(
            "cannot build this extension, because no MUSA toolkit was found: MUSA_HOME is not set, PATH "
            "has no mcc, and /usr/local/musa does not exist; set MUSA_HOME to the toolkit's folder"
        )
    return found


def compiler() -> List[str]:
    """The command that stands for nvcc. PYTORCH_NVCC ("ccache nvcc") gives what stands before it."""
    wanted = shlex.split(os.environ.get("PYTORCH_NVCC", ""))
    row = names().translate(os.path.basename(wanted[-1]), "tool") if wanted else None
    if wanted and row is None:
        return wanted
    return [*wanted[:-1], _mcc()]


def _mcc() -> str:
    path = os.path.join(home(), "bin", "mcc")
    if not os.path.exists(path):
        raise ToolchainError(
            f"cannot compile CUDA sources, because the compiler {path} does not exist; install the "
            "compiler of the MUSA toolkit, or set MUSA_HOME to a toolkit's folder that has bin/mcc"
        )
    return path


def _builder() -> Any:
    """torch_musa's own builder of extensions."""
    return import_module("torch_musa.utils.musa_extension")


def include_paths() -> List[str]:
    """PyTorch's headers and MUSA's, as torch_musa orders them, and before them what PyTorch's lack."""
    of_builder = _builder().include_paths(musa=True)
    return list(dict.fromkeys([*stable_abi.folders(of_builder), *of_builder]))


def library_paths() -> List[str]:
    """Folders of PyTorch's libraries and MUSA's."""
    return list(dict.fromkeys(_builder().library_paths(musa=True)))


def foreign_folders() -> List[str]:
    """Folders with the headers of PyTorch and MUSA, which are no project's."""
    import torch

    torch_folder = os.path.dirname(os.path.abspath(torch.__file__))
    own = cuda_home()
    # C++ alone can be built without the toolkit.
    musa = [] if own is None else [os.path.abspath(own), *map(os.path.abspath, include_paths())]
    return [torch_folder, *musa]


@functools.lru_cache(maxsize=1)
def linking() -> Linking:
    """The libraries that torch_musa links its extensions with, PyTorch's own aside."""
    extension = _probe()
    found = [name for name in extension.libraries if name not in _TORCH]
    folders = [*extension.library_dirs, *library_paths()]
    for name in _OF_LOAD:
        path = f"lib{name}.so"
        if name not in found and any(os.path.exists(os.path.join(one, path)) for one in folders):
            found.append(name)
    run_time_folders = list(dict.fromkeys(extension.runtime_library_dirs))
    arguments = list(extension.extra_link_args or [])
    return Linking(list(dict.fromkeys(folders)), found, run_time_folders, arguments)


def _probe() -> Any:
    """An extension without sources. Without the variable torch_musa would ask for a device."""
    variable = "TORCH_MUSA_ARCH_LIST"
    before = os.environ.get(variable)
    os.environ[variable] = arch.architectures()[0]
    try:
        return _builder().MUSAExtension("probe", [], extra_compile_args={"cxx": [], "mcc": []})
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before
