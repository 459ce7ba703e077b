"""What a torch built with torch_musa's patches has in its C++ part, given to a stock torch.

The overlay holds this as _genuine_shims. Its torch calls define_operators() at the end of `import
torch`, then autoload(), as it would call torch_musa's own entry point.
"""

from pathlib import Path


def define_operators() -> None:
    """Operators of the patched ATen. Those that the simulator lacks are there, but have no kernels."""
    from unittest import mock

    import torch

    # torch_musa registers some Meta kernels itself, and wants to find none.
    theirs = _lines("_genuine_fakes.txt")
    impl = torch.library.Library.impl

    def impl_but_theirs(library, name, kernel, key="", **options):
        if key != "Meta" or f"{library.ns}::{name}" not in theirs:
            impl(library, name, kernel, key, **options)

    with mock.patch.object(torch.library.Library, "impl", impl_but_theirs):
        import _musasim_operators  # noqa: F401

    library = torch.library.Library("aten", "FRAGMENT")
    define_operators.kept = library  # the definitions go when it goes
    for schema in _lines("_genuine_ops.txt"):
        name = schema.partition("(")[0]
        if not hasattr(torch.ops.aten, name):
            library.define(schema)
        if not hasattr(torch, name):
            setattr(torch, name, getattr(torch.ops.aten, name))


def _lines(name) -> list:
    return Path(__file__).with_name(name).read_text().splitlines()


def autoload() -> None:
    """The torch.backends entry point."""
    import torch_musa  # noqa: F401
