"""Device functions, under the names that Triton for CUDA has, and MUSA's own.

sim/triton_runtime/functions.cpp computes them.
"""

from triton.language import core
from triton.language.extra.cuda.libdevice import *  # noqa: F401,F403


@core.extern
def fast_gelu(arg0, _semantic=None):
    """GELU by the error function."""
    return _of_float("__mt_tt_gelu_f32", arg0, _semantic)


@core.extern
def fast_tanh(arg0, _semantic=None):
    """The hyperbolic tangent."""
    return _of_float("__mt_tt_tanh_f32", arg0, _semantic)


def _of_float(symbol, argument, semantic):
    kinds = {(core.float32,): (symbol, core.float32)}
    return core.extern_elementwise("", "", [argument], kinds, is_pure=True, _semantic=semantic)
