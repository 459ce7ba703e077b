"""Operator overrides: the C++ and MUSA sources in csrc/, compiled when the GPU is first used.

TORCHADA_ENABLE_CPP_OPS=1 enables them; docs/custom_musa_ops.md is the guide.
"""

import hashlib
import importlib.util
import os
import warnings
from typing import Any, List, Optional

from . import _log, _presence

NAME = "torchada_cpp_ops"
ENABLE = "TORCHADA_ENABLE_CPP_OPS"
VERBOSE = "TORCHADA_CPP_OPS_VERBOSE"
CSRC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "csrc")
_COMPILED = (".cpp", ".mu", ".cu")

_module: Optional[Any] = None


def is_enabled() -> bool:
    """True when the environment asks for the operator overrides."""
    return _presence.is_on(ENABLE)


def is_loaded() -> bool:
    """True when the operator overrides are registered in this process."""
    return _module is not None


def registered_ops() -> List[str]:
    """The names of the operators that torchada overrides in this process."""
    return [] if _module is None else list(_module.registered_ops())


def load() -> bool:
    """Compile the operator overrides if needed and register them; True when they are registered.

    On failure three lines on stderr say why, and torch_musa's operators stay in use.
    """
    global _module
    if _module is None:
        try:
            # To override is what they are for. PyTorch warns once, after the call that came here.
            warnings.filterwarnings("ignore", "Warning only once for all operators", UserWarning)
            _module = _import(_built())
        except Exception as error:
            _tell(error)
    return _module is not None


def load_cpp_ops(force_reload: bool = False) -> Optional[Any]:
    """load() where the environment asks for the overrides, by upstream's name.

    Returns the module, or None where they are not enabled or were not built. Operators are registered once in a
    process, so `force_reload` changes nothing.
    """
    del force_reload
    return _module if is_enabled() and load() else None


def sources() -> List[str]:
    """The paths of the files of csrc/ that are compiled."""
    return [path for path in _files() if path.endswith(_COMPILED)]


def _files() -> List[str]:
    return [os.path.join(CSRC, name) for name in sorted(os.listdir(CSRC))]


def build_folder() -> str:
    """The build folder; it depends on the sources, the version of PyTorch and the GPU."""
    import torch
    from torch.utils import cpp_extension

    from ._extensions import arch

    digest = hashlib.blake2b(digest_size=8)
    parts = (torch.__version__, torch.version.musa, *arch.architectures(), *_flags())
    digest.update("\0".join(map(str, parts)).encode())
    for path in _files():
        with open(path, "rb") as file:
            digest.update(os.path.basename(path).encode() + b"\0" + file.read())
    return os.path.join(cpp_extension._get_build_directory(NAME, False), digest.hexdigest())


def _flags() -> List[str]:
    """For the compilers: what depends on the version of torch_musa."""
    import torch_musa

    from . import _repairs

    return [
        "-O2",
        *(["-DTORCHADA_REPAIRS_LOG"] if "log" in _repairs.wrong_in(torch_musa.__version__) else []),
    ]


def _built() -> str:
    """The path of the compiled module."""
    folder = build_folder()
    path = os.path.join(folder, f"{NAME}.so")
    # Written when all is done: a build that was killed may have left half a file.
    mark = os.path.join(folder, "built")
    if not os.path.exists(mark):
        _compile(folder)
        with open(mark, "w", encoding="ascii"):
            pass
    return path


def _compile(folder: str) -> None:
    from torch.utils import cpp_extension

    _log.say(f"compiling the operator overrides of {CSRC} into {folder}, for this and later runs")
    os.makedirs(folder, exist_ok=True)
    cpp_extension.load(
        NAME,
        sources(),
        extra_cflags=_flags(),
        extra_cuda_cflags=_flags(),
        build_directory=folder,
        verbose=_presence.is_on(VERBOSE),
        with_cuda=True,
        # Importing it registers the operators, which is done once, below.
        is_python_module=False,
    )


def _import(path: str) -> Any:
    spec = importlib.util.spec_from_file_location(NAME, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _tell(error: Exception) -> None:
    lines = [line for line in str(error).splitlines() if line.strip()] or [repr(error)]
    reasons = [line for line in lines if "error:" in line.lower()] or lines[:1]
    _log.say(f"could not build the operator overrides: {reasons[0].strip()}")
    _log.say(f"their sources are in {CSRC}; set {VERBOSE}=1 to see the compiler's whole output")
    _log.say("torch_musa's own operators stay in use")
