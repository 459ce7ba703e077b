"""Runs once, while torch_musa is imported: checks, the native module, all patches."""

import atexit
import importlib
import os
import sys
import warnings

import torch

import musasim
from musasim import _problem, _switch

TORCH_MINIMUM = (2, 7, 1)
# The real torch_musa imports these; they take a second and more, so here they are opt-in.
HEAVY_IMPORTS = (
    "torch._dynamo",
    "torch._inductor",
    "torch.distributed.fsdp",
    "torch.distributed.tensor",
    "torch.utils.cpp_extension",
)


def check(torch_version) -> None:
    """Refuse a torch that is too old or another than musasim's, and to hide a real torch_musa."""
    release = torch_version.split("+")[0].split(".")[:3]
    digits = ["".join(c for c in part if c.isdigit()) for part in release]
    if tuple(int(part or 0) for part in digits) < TORCH_MINIMUM:
        wanted = ".".join(map(str, TORCH_MINIMUM))
        raise RuntimeError(f"torch_musa needs torch >= {wanted}, but this is torch {torch_version}")
    problem = _problem.of_torch(torch_version, musasim.__version__)
    if problem:
        raise ImportError(problem)
    # The switch looked already, but site folders can be added after it.
    real = None if _switch.forced() else _switch.real_torch_musa()
    if real:
        raise ImportError(
            f"the simulator is on (MUSASIM=1), but a real torch_musa is installed as well: {real}. "
            "Unset MUSASIM to use the real torch_musa, or set MUSASIM_FORCE=1 to use the simulator"
        )


def load_native():
    """Import musasim's native module and give it its torch_musa name."""
    try:
        native = importlib.import_module("musasim._MUSAC")
    except ImportError as error:
        raise ImportError(
            f"musasim's C++ module cannot be loaded with torch {torch.__version__}: {error}. "
            "It works only with the torch that it was built with, so build musasim again: "
            "`pip install --no-build-isolation --force-reinstall --no-deps ./sim` in torchada's "
            "repository"
        ) from error
    sys.modules["torch_musa._MUSAC"] = native
    return native


def apply(module) -> None:
    """Everything the import changes outside torch_musa."""
    # First of all: freezes the device count and marks children forked from now on.
    module._MUSAC._musa_getDeviceCount()
    _warn_of_a_problem(module._MUSAC._musasim_device_problem())
    module.register_musa_hook()
    module.set_attributes()
    importlib.import_module("torch_musa.core.parallel").set_parallel_functions()
    if torch.distributed.is_available():
        module._apply_distributed_patch()
    module._register_ao_intrinsic_modules()
    module.apply_lowering_patch()
    module.overwrite_cuda_api()
    module.amp.common._hook_autocast_common()
    torch.random.fork_rng = module.fork_rng
    torch.backends.mudnn = module.mudnn
    torch.version.musa = module._MUSAC._musa_version
    torch._C._conv_determine_backend_memory_format = (
        module._MUSAC._conv_determine_backend_memory_format
    )
    for name in ("_dynamo", "_inductor", "_triton"):
        importlib.import_module(f"torch_musa.{name}").register()
    atexit.register(importlib.import_module("torch_musa.core._exit").finish_autograd)
    os.environ.setdefault("MAX_JOBS", str(os.cpu_count()))
    module.parseEnvForUMM()
    if _switch.variable_is_on("MUSASIM_HEAVY_IMPORTS"):
        _import_heavy()


def _warn_of_a_problem(problem) -> None:
    # Every use of the device raises this text; is_available() only answers False.
    if problem:
        text = f"the simulator has no devices: {problem}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)


def _import_heavy() -> None:
    for name in HEAVY_IMPORTS:
        importlib.import_module(name)
    importlib.import_module("torch._inductor.config").compile_threads = 1
