"""Runs a graph operator by operator where no C++ compiler is found."""

import functools
import warnings

import torch
from torch._inductor import compile_fx as _module
from torch._inductor import cpp_builder

_compile_fx = _module.compile_fx


def _has_compiler() -> bool:
    try:
        cpp_builder.get_cpp_compiler()
    except Exception as error:
        if type(error).__name__ != "InvalidCxxCompiler":
            raise
        return False
    return True


@functools.cache
def _warn():
    warnings.warn(
        "torch.compile found no C++ compiler for the simulated musa device, so the traced graphs run "
        "operator by operator, as with backend='aot_eager'. To compile them, install g++ or clang++, "
        "or set CXX",
        stacklevel=2,
    )


def _uses_musa(model, inputs) -> bool:
    tensors = [*inputs]
    if isinstance(model, torch.nn.Module):
        tensors += [*model.parameters(), *model.buffers()]
    return any(isinstance(t, torch.Tensor) and t.device.type == "musa" for t in tensors)


@functools.wraps(_compile_fx)
def compile_fx(model_, example_inputs_, *args, **options):
    if _uses_musa(model_, example_inputs_) and not _has_compiler():
        from torch._dynamo.backends.registry import lookup_backend

        _warn()
        return lookup_backend("aot_eager")(model_, example_inputs_)
    return _compile_fx(model_, example_inputs_, *args, **options)


def _apply():
    """Put the check before torch._inductor.compile_fx.compile_fx."""
    _module.compile_fx = compile_fx


_apply()
