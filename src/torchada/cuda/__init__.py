"""torch.cuda under torchada's own name, for code that imports `torchada.cuda`.

Nothing is defined here: on every platform the names are those of torch.cuda, looked up when asked
for, so that importing this package imports no torch.
"""

import importlib


def __getattr__(name):
    if name in ("amp", "nvtx"):
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import torch

    return getattr(torch.cuda, name)


def __dir__():
    import torch

    return dir(torch.cuda)
