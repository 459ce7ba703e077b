"""CUDA_HOME: where the toolkit of the platform lies. Computed when it is first asked for."""

import importlib
import os
import shutil
from typing import Optional

from ._loaded_files import loaded_files
from ._platform import is_musa_platform

_DEFAULT_MUSA_HOME = "/usr/local/musa"


def cuda_home() -> Optional[str]:
    """The MUSA toolkit on MUSA, what torch.utils.cpp_extension found elsewhere, None when absent."""
    if is_musa_platform():
        return _musa_home()
    try:
        extension = importlib.import_module("torch.utils.cpp_extension")
    except ModuleNotFoundError:
        return os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")
    return extension.CUDA_HOME


def _musa_home() -> Optional[str]:
    for variable in ("MUSA_HOME", "MUSA_PATH"):
        if os.environ.get(variable):
            return os.environ[variable]
    compiler = shutil.which("mcc")
    if compiler is not None:
        return os.path.dirname(os.path.dirname(os.path.realpath(compiler)))
    return _DEFAULT_MUSA_HOME if os.path.isdir(_DEFAULT_MUSA_HOME) else _home_of_this_process()


def _home_of_this_process() -> Optional[str]:
    """The toolkit of the runtime library that torch_musa has loaded: its lib/ has an include/ beside it."""
    for path in loaded_files():
        home = os.path.dirname(os.path.dirname(path))
        if "libmusart.so" in path and os.path.isdir(os.path.join(home, "include")):
            return home
    return None
