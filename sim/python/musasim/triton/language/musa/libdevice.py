"""Device functions, under the names that Triton for CUDA has. sim/triton_runtime/functions.def computes them."""

from triton.language.extra.cuda.libdevice import *  # noqa: F401,F403
