"""triton.language.extra.musa: what kernels call of the device itself."""

from triton.language import core

from . import libdevice

__all__ = ["globaltimer", "libdevice", "num_threads", "num_warps"]


@core.extern
def globaltimer(_semantic=None):
    """The device's clock, in nanoseconds."""
    returned = {(): ("musasim_triton_clock", core.int64)}
    return core.extern_elementwise("", "", [], returned, is_pure=False, _semantic=_semantic)


@core.builtin
def num_threads(_semantic=None):
    """Threads of a block, counted in warps of 32 as on CUDA."""
    return core.constexpr(_semantic.builder.options.num_warps * 32)


@core.builtin
def num_warps(_semantic=None):
    """Warps of a block."""
    return core.constexpr(_semantic.builder.options.num_warps)
