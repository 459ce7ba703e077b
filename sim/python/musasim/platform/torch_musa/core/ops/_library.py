"""Adds operators to ATen's namespace."""

import torch

_ATEN = torch.library.Library("aten", "FRAGMENT")


def define(schema, kernel, *, fake=None, setup_context=None, backward=None):
    """Define aten::<schema>, computed by kernel on every device; returns its default overload.

    fake gives shapes without data. With backward (and setup_context) it is a differentiable operator
    of its own, as in torch.library.register_autograd; without, kernel itself is differentiated where
    no fake is given, and there is no derivative where it is.
    """
    name = schema.partition("(")[0]
    _ATEN.define(schema)
    composite = fake is None and backward is None
    key = "CompositeImplicitAutograd" if composite else "CompositeExplicitAutograd"
    _ATEN.impl(name, kernel, key)
    if fake is not None:
        # Fake tensors take it from here too; torch.library.register_fake is slower at import.
        _ATEN.impl(name, fake, "Meta")
    if backward is not None:
        torch.library.register_autograd(
            f"aten::{name}", backward, setup_context=setup_context, lib=_ATEN
        )
    return getattr(torch.ops.aten, name).default


def autocast_to_half(name) -> None:
    """Let autocast on MUSA compute this operator in its type; float64 is cast too, as there."""
    operator = getattr(torch.ops.aten, name).default
    excluded = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastPrivateUse1)

    def cast(value):
        castable = isinstance(value, torch.Tensor) and value.is_floating_point()
        return value.to(torch.get_autocast_dtype("musa")) if castable else value

    def kernel(*args, **kwargs):
        with torch._C._ExcludeDispatchKeyGuard(excluded):
            return operator(*map(cast, args), **kwargs)

    _ATEN.impl(name, kernel, "AutocastPrivateUse1")


def wide(tensor):
    """The type to compute in: float32 for narrower ones."""
    return torch.promote_types(tensor.dtype, torch.float32)
