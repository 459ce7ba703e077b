"""Has torch._inductor write kernels for the musa device as for a GPU."""

from torch._inductor import utils as _module

from .utils import GPU_TYPES, is_gpu


def _apply():
    """In torch._inductor.utils. GPUs of other makers are none beside torch_musa."""
    _module.GPU_TYPES[:] = GPU_TYPES
    _module.is_gpu = is_gpu
    _module.GPU_KERNEL_BIN_EXTS["musa"] = ".mubin"


_apply()
