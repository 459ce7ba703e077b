"""What a torch built with torch_musa's patches has in its C++ part, given to a stock torch.

The overlay holds this as _genuine_shims; `import torch` calls autoload() at its end, as it would call
torch_musa's own entry point.
"""

import importlib.util
import sys
from pathlib import Path


def autoload() -> None:
    """The torch.backends entry point: the shims first, then torch_musa."""
    import torch

    _define_operators(torch)
    _import_under_both_names()


def _define_operators(torch) -> None:
    """Operators of the patched ATen. Those that the simulator lacks are there, but have no kernels."""
    from unittest import mock

    # torch_musa registers some Meta kernels itself, and wants to find none.
    theirs = _lines("_genuine_fakes.txt")
    impl = torch.library.Library.impl

    def impl_but_theirs(library, name, kernel, key="", **options):
        if key != "Meta" or f"{library.ns}::{name}" not in theirs:
            impl(library, name, kernel, key, **options)

    with mock.patch.object(torch.library.Library, "impl", impl_but_theirs):
        import _musasim_operators  # noqa: F401

    library = torch.library.Library("aten", "FRAGMENT")
    _define_operators.kept = library  # the definitions go when it goes
    for schema in _lines("_genuine_ops.txt"):
        name = schema.partition("(")[0]
        if not hasattr(torch.ops.aten, name):
            library.define(schema)
        if not hasattr(torch, name):
            setattr(torch, name, getattr(torch.ops.aten, name))


def _lines(name) -> list:
    return Path(__file__).with_name(name).read_text().splitlines()


def _import_under_both_names() -> None:
    """Stock torch's lazy initialisation imports "torch.musa", a patched one "torch_musa"."""
    if "torch_musa" in sys.modules:  # half imported: it imported torch
        sys.modules["torch.musa"] = sys.modules["torch_musa"]
        return
    spec = importlib.util.find_spec("torch_musa")
    module = importlib.util.module_from_spec(spec)
    sys.modules["torch_musa"] = sys.modules["torch.musa"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules["torch_musa"], sys.modules["torch.musa"]
        raise
