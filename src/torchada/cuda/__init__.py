"""torch.cuda under torchada's own name, for code that imports `torchada.cuda`.

Nothing is defined here: the names are those of torch.cuda, looked up when asked for, so that importing
this package imports no torch. One differs: on MUSA is_available() is torch.musa's. Code that says
torchada.cuda asks for a GPU, not for CUDA.
"""

import importlib


def __getattr__(name):
    if name in ("amp", "nvtx", "random"):
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import torch

    if name == "is_available":
        # Imported only here: activation imports this package, and does not need _platform.
        from .._platform import get_backend, is_musa_platform

        if is_musa_platform():
            return get_backend().is_available
    return getattr(torch.cuda, name)


def __dir__():
    import torch

    return dir(torch.cuda)
